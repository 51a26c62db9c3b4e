"""Divides by Z after the weighted sum.

points: 2.25
finding: division-before-sums
"""


def layer_time(B, T, J, K):
    return math.log(T) + math.log(J)


def layer_depth(T, J, K, U):
    log_T, log_J, log_U = ((n - 1).bit_length() for n in (T, J, U))
    return 5 + log_J + log_U + log_T
