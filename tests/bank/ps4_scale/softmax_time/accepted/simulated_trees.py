"""Adds neighbours until one is left; the growth is the exact time."""


def tree(n):
    steps = 0
    while n > 1:
        n = (n + 1) // 2
        steps += 1
    return steps


def softmax_depth(T, U):
    product = 1
    exponential = 1
    return product + tree(U) + exponential + tree(T)


def softmax_time(B, T, U):
    return softmax_depth(T, U)


def softmax_depth_serial(T, U):
    return U + 1 + (T - 1).bit_length()
