"""The stub, as it was released.

finding: not-answered
"""


def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    raise NotImplementedError("Replace this line with your answer.")
