"""The sizes of a model, its weights and its biases."""

from examiner.checks import sizes

SIZES = d_model, n_heads, n_layers, d_ff = sizes("d_model n_heads n_layers d_ff")
(d_head,) = sizes("d_head")
# n_heads divides d_model. Formulas may use d_model and d_head.
HEADS = {d_model: n_heads * d_head}
WEIGHTS = n_layers * (4 * d_model**2 + 2 * d_model * d_ff)
LINEAR_BIASES = n_layers * (5 * d_model + d_ff)
