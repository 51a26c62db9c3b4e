"""The diagonal as a sum of the other outputs: 5.6e-42 for y₃."""

import numpy as np

def outputs_of(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def softmax_jacobian(z):
    y = outputs_of(z)
    J = -np.outer(y, y)
    for i in range(len(y)):
        J[i, i] = y[i] * (y[:i].sum() + y[i + 1 :].sum())
    return J
