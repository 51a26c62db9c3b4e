"""A helper for a product, used for each of the six."""


def matmul(m, n, p):
    return 2 * m * n * p


def multi_head_flops(n_t, n_s, d_head, n_heads):
    width = n_heads * d_head
    flops = matmul(n_t, width, width)  # q
    flops += matmul(n_s, width, width)  # k
    flops += matmul(n_s, width, width)  # v
    for _ in range(n_heads):
        flops += matmul(n_t, d_head, n_s)
        flops += matmul(n_t, n_s, d_head)
    return flops + matmul(n_t, width, width)
