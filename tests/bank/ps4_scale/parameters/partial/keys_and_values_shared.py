"""One map of keys and values for all heads.

points: 1.5
finding: keys-and-values-shared
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    d_head = d_model // n_heads
    queries = n_heads * d_model * d_head
    keys_values = 2 * d_model * d_head
    return n_layers * (queries + keys_values + d_model * d_model + 2 * d_model * d_ff)
