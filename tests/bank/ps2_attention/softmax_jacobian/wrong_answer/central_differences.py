"""Numerical differentiation: nothing of the tiny entries survives.

finding: the-method: some-digits-only
"""

import numpy as np

def outputs_of(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def softmax_jacobian(z, h=1e-5):
    columns = []
    for j in range(len(z)):
        step = np.zeros(len(z))
        step[j] = h
        columns.append((outputs_of(z + step) - outputs_of(z - step)) / (2 * h))
    return np.stack(columns, axis=1)
