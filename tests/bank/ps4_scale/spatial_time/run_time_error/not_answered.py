"""Left as it was.

finding: not-answered
"""


def spatial_time(B, X, Y, J, K):
    raise NotImplementedError
