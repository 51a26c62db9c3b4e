"""Left as it was.

finding: not-answered
"""


def spatial_time(X, Y, J, K):
    raise NotImplementedError
