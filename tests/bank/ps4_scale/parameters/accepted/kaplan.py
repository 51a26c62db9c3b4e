"""In the form of the scaling-law papers, 2 d L (2 d_attn + d_ff)."""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    d_attn = n_heads * (d_model // n_heads)
    return 2 * d_model * n_layers * (2 * d_attn + d_ff)
