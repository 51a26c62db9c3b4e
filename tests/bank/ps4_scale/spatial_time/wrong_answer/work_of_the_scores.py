"""The work of the scores.

points: 0
finding: work
"""


def spatial_time(B, X, Y, J, K):
    return X**2 * Y**2 * J
