"""The stub, as it was released.

finding: not-answered
"""


def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    raise NotImplementedError("Replace this line with your answer.")
