"""With einsum."""

import numpy as np

def outputs_of(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def softmax_jacobian(z):
    y = outputs_of(np.asarray(z))
    J = -np.einsum("i,j->ij", y, y)
    J[np.diag_indices(len(y))] += y
    return J
