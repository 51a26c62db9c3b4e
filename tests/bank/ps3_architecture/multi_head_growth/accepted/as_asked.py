"""A sum of three terms in the width of the model."""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    d_model = d_head * n_heads
    return n_t * d_model**2 + n_s * d_model**2 + n_t * n_s * d_model
