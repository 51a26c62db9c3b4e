"""Subtracts the maximum.

points: 2.75
finding: maximum-subtracted
"""


def layer_time(B, T, J, K):
    return math.log(T) + math.log(J)


def layer_depth(T, J, K, U):
    log_T, log_J, log_U = ((n - 1).bit_length() for n in (T, J, U))
    return 6 + log_J + log_U + 3 * log_T


def layer_depth_serial(T, J, K, U):
    return J + U + 3 + 2 * (T - 1).bit_length()
