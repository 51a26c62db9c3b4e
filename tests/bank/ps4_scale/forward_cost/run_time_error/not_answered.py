"""The stub, as it was released.

finding: not-answered
"""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    raise NotImplementedError("Replace this line with your answer.")


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    raise NotImplementedError("Replace this line with your answer.")


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    raise NotImplementedError("Replace this line with your answer.")
