"""Counts products matrix by matrix."""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    cost = 0
    d_model = d_head * n_heads
    for rows, inner, columns in (
        (n_t, d_model, d_model),
        (n_s, d_model, d_model),
        (n_s, d_model, d_model),
        (n_t, d_model, d_model),
    ):
        cost += 2 * rows * inner * columns
    for _ in range(n_heads):
        cost += 2 * n_t * d_head * n_s + 2 * n_t * n_s * d_head
    return cost
