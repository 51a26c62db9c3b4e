"""The exact cost of the products, and the softmax."""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    d = d_head * n_heads
    projections = 4 * n_t * d * d + 4 * n_s * d * d
    scores = 2 * n_t * n_s * d
    softmax = 5 * n_heads * n_t * n_s
    return projections + 2 * scores + softmax
