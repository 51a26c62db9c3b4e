"""Leaves out the output projection and the weighted sums, which changes constants only."""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    d_model = d_head * n_heads
    queries = 2 * n_t * d_model**2
    values = 2 * n_s * d_model**2
    scores = 2 * n_t * n_s * d_model
    return queries + values + scores
