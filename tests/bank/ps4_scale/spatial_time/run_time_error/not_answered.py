"""Left as it was.

finding: not answered yet
"""


def spatial_time(X, Y, J, K):
    raise NotImplementedError
