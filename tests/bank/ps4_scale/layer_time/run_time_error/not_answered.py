"""Left as it was.

finding: not-answered
"""


def layer_time(B, T, J, K):
    raise NotImplementedError


def layer_depth(T, J, K, U):
    raise NotImplementedError


def layer_depth_serial(T, J, K, U):
    raise NotImplementedError
