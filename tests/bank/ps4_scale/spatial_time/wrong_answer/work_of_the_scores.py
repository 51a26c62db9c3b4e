"""The work of the scores.

finding: work
"""


def spatial_time(B, X, Y, J, K):
    return X**2 * Y**2 * J
