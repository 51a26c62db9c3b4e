"""Every tolerance of the checks, each with its reason. (What a property of one question asks for, a
bound say, stands with that property.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

# Independent float64 implementations of the course's functions agree to 1e-12 relative; a wrong
# one differs by far more than 1e-7 at the test points.
RTOL = 1e-7
# Entries that cancel to zero carry rounding noise of about 1e-15 times the largest entry.
ATOL = 1e-9
# A right answer computed in float32 carries a relative error of about 1e-7 per operation.
RTOL_FLOAT32 = 1e-4
ATOL_FLOAT32 = 1e-5
# A Monte-Carlo estimate that is right is farther off than this once in 1.7 million tries.
SIGMAS = 5.0


def close(
    got: np.ndarray, expected: np.ndarray, *, float32: bool = False, atol: Any = None
) -> np.ndarray:
    """Where `got` agrees with `expected`; both of one shape. NaN agrees with nothing.

    atol: a number or one for each entry, where a question pins another absolute tolerance.
    """
    rtol, usual = (RTOL_FLOAT32, ATOL_FLOAT32) if float32 else (RTOL, ATOL)
    atol = usual if atol is None else atol
    with np.errstate(all="ignore"):
        return np.isclose(got, expected, rtol=rtol, atol=atol)
