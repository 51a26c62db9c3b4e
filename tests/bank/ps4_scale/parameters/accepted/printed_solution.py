"""Head by head, as a printed solution of this question does (84,934,656 for GPT-2 small)."""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    of_a_head = 3 * (d_model * d_model // n_heads)
    attention = of_a_head * n_heads + d_model * d_model
    feed_forward = d_model * d_ff + d_ff * d_model
    return n_layers * (attention + feed_forward)
