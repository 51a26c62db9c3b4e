"""Moves the input by the inverse, and the output as asked.

points: 1
finding: input-permuted-back
"""


def equivariance_gap(attention, X, permutation):
    XP = np.empty_like(X)
    XP[:, permutation] = X
    return np.abs(attention(XP) - attention(X)[:, permutation]).max()
