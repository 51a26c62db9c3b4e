"""Adds up head by head, with a helper for a product; W_o in blocks of columns."""


def product(m, n, p):
    return 2 * m * n * p


def head_weights(n, d, n_heads, d_head):
    total = 0
    for _ in range(n_heads):
        for rows, columns in [(d_head, d), (d_head, d), (d_head, d), (d, d_head)]:
            total += rows * columns
    return total


def head_flops(n, d, n_heads, d_head):
    total = 0
    for _ in range(n_heads):
        total += 3 * product(n, d, d_head)
        total += product(n, d_head, n) + product(n, n, d_head)
        total += product(n, d_head, d)
    return total
