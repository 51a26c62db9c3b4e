"""The stub, as it was released.

finding: not-answered
"""


def moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    raise NotImplementedError("Replace this line with your answer.")


def moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    raise NotImplementedError("Replace this line with your answer.")


def moe_flops_per_token(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    raise NotImplementedError("Replace this line with your answer.")
