"""Walks through the stages; the growth is the exact time at the largest U."""


def tree(n):
    steps = 0
    while n > 1:
        n = (n + 1) // 2
        steps += 1
    return steps


def layer_depth(T, J, K, U):
    clock = 0
    clock += 1 + tree(J)  # queries, keys, values
    clock += 1 + tree(U)  # scores
    clock += 1  # exp
    clock += tree(T)  # Z
    clock += 1  # division
    clock += 1 + tree(T)  # weighted sums
    return clock


def layer_time(B, T, J, K):
    return layer_depth(T, J, K, J)


def layer_depth_serial(T, J, K, U):
    return J + U + 3 + 2 * (T - 1).bit_length()
