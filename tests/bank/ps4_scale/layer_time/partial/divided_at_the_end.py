"""Divides by Z after the weighted sum.

points: 2.5
finding: division-before-sums
"""


def layer_time(B, T, J, K):
    return math.log(T) + math.log(J)


def layer_depth(T, J, K, U):
    log_T, log_J, log_U = ((n - 1).bit_length() for n in (T, J, U))
    return 5 + log_J + log_U + log_T


def layer_depth_serial(T, J, K, U):
    return J + U + 3 + 2 * (T - 1).bit_length()
