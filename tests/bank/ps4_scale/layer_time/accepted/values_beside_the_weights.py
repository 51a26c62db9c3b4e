"""Times of arrival: the later of weights and values."""

from math import ceil, log2


def arrives(*times):
    return 1 + max(times)


def summed(n, start):
    return start + ceil(log2(n))


def layer_depth(T, J, K, U):
    query = key = value = summed(J, arrives(0, 0))
    score = summed(U, arrives(query, key))
    power = arrives(score)
    weight = arrives(power, summed(T, power))
    return summed(T, arrives(weight, value))


def layer_time(B, T, J, K):
    return max(log2(T), log2(J))


def layer_depth_serial(T, J, K, U):
    return J + U + 3 + 2 * (T - 1).bit_length()
