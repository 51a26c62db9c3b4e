"""All heads are projected at once, then they work one after another.

points: 1.75
finding: heads-one-after-another
finding: growth-differs
"""

def layer_time(B, T, J, K):
    return J.bit_length() + K * (T.bit_length() + J.bit_length())


def layer_depth(T, J, K, U):
    log = lambda n: (n - 1).bit_length()
    head = 2 + log(U) + log(T) + 1 + 1 + log(T)
    return 1 + log(J) + K * head


def layer_depth_serial(T, J, K, U):
    return J + U + 3 + 2 * (T - 1).bit_length()
