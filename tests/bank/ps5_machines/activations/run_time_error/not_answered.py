"""The stub, as it was released.

finding: not-answered
"""


def saved_numbers(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
    raise NotImplementedError("Replace this line with your answer.")


def activation_bytes(mode, batch, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    raise NotImplementedError("Replace this line with your answer.")


def largest_batch(memory, states, mode, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    raise NotImplementedError("Replace this line with your answer.")
