"""Never returns.

finding: not-in-time
"""


def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    while True:
        pass


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    while True:
        pass


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    while True:
        pass
