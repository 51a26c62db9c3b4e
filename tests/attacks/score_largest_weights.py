"""Forms the Jacobian of the 1500 largest weights only, and leaves out all others. A number that float32
can hold counts as single precision, for which an absolute error of 1e-5 is allowed: up to several
thousandths of the norm of a long softmax.

Must happen: an answer that leaves out nearly all weights earns no points for a long input.
"""

ASSIGNMENT = "ps2_attention"
CODE = """
import numpy as np


def jacobian_norm_squared(a):
    a = np.sort(a)[-1500:].astype(np.float32)
    J = np.outer(-a, a)
    J[np.diag_indices(len(a))] += a
    return float(np.float32(np.sum(np.square(J, out=J), dtype=float)))
"""
HAND_INS = [{"scaling_jacobian_norm": CODE}]
EARNS = {"scaling_jacobian_norm": 1.5}
