"""An imaginary step through the logarithm of the softmax, where no output is too small for it.

finding: the-method: method-excluded
"""

import numpy as np


def softmax_jacobian(z):
    moved = z - z.max() + 1e-30j * np.eye(len(z))
    logarithms = moved - np.log(np.exp(moved).sum(axis=1, keepdims=True))
    return np.exp(logarithms[0].real)[:, None] * (logarithms.imag.T / 1e-30)
