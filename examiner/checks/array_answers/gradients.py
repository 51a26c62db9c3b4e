"""The derivative of a forward pass, computed independently of any backward pass.

It is the complex step Im f(x + ih) / h with h = 1e-30 (Squire and Trapp 1998): no subtraction, so
no cancellation, and exact to rounding for any forward pass that is analytic where it is evaluated.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence

import numpy as np

STEP = 1e-30


def complex_step(
    loss: Callable[..., complex], case: Mapping[str, np.ndarray], name: str
) -> np.ndarray:
    """d loss(**case) / d case[name], entry by entry, in the shape of case[name]."""
    values = np.asarray(case[name], dtype=complex)
    gradient = np.empty(values.shape)
    for index in np.ndindex(values.shape):
        moved = values.copy()
        moved[index] += 1j * STEP
        gradient[index] = np.imag(loss(**{**case, name: moved})) / STEP
    return gradient


def derivative_of(
    loss: Callable[..., complex], names: Sequence[str]
) -> Callable[..., dict[str, np.ndarray]]:
    """A definition for `arrays`: the gradients of `loss`, by name, at the loss's own arguments.

    loss: a scalar function, analytic in each of the arguments `names`. ValueError for other names.
    """
    parameters = list(inspect.signature(loss).parameters)
    if unknown := set(names) - set(parameters):
        raise ValueError(f"the loss has no argument {', '.join(sorted(unknown))}")

    def gradients(*arguments: np.ndarray) -> dict[str, np.ndarray]:
        case = dict(zip(parameters, arguments, strict=True))
        return {name: complex_step(loss, case, name) for name in names}

    gradients.__signature__ = inspect.signature(loss)  # type: ignore[attr-defined]
    return gradients
