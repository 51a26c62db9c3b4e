"""The stub, as it was released.

finding: not-answered
"""


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    raise NotImplementedError("Replace this line with your answer.")


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff):
    raise NotImplementedError("Replace this line with your answer.")
