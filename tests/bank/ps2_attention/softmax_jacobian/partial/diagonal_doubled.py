"""Fills one triangle with the diagonal, and adds its transpose.

points: 2
finding: diagonal-doubled
"""


def softmax_jacobian(z):
    e = np.exp(z - np.max(z))
    y = e / e.sum()
    n = len(z)
    U = np.zeros((n, n))
    for i in range(n):
        for j in range(i, n):
            U[i, j] = y[i] * (1 - y[i]) if i == j else -y[i] * y[j]
    return U + U.T
