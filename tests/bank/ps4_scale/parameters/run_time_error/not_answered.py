"""The stub, as it was released.

finding: not-answered
"""


def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    raise NotImplementedError("Replace this line with your answer.")
