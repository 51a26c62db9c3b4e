"""Raises at once.

finding: raised(AttributeError)
"""


def layer_time(B, T, J, K):
    return np.log(T).bit_length()


def layer_depth(T, J, K, U):
    return T.log2()


def layer_depth_serial(T, J, K, U):
    return T.log2()
