"""A tiny imaginary step for each score: exact, but for the smallest numbers that there are.

finding: the-method: method-excluded
"""

import numpy as np


def softmax_jacobian(z):
    moved = z + 1e-20j * np.eye(len(z))
    e = np.exp(moved - z.max())
    return (e / e.sum(axis=1, keepdims=True)).imag.T / 1e-20
