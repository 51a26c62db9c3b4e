"""Closed forms."""


def moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    attention = d_model * d_head * (2 * n_heads + 2 * n_kv_heads)
    experts = n_experts * 3 * d_model * d_ff
    router = d_model * n_experts
    norms = 2 * d_model
    return n_layers * (attention + experts + router + norms) + d_model + 2 * vocab_size * d_model


def moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    heads = d_model * d_head * (2 * n_heads + 2 * n_kv_heads)
    chosen = top_k * 3 * d_model * d_ff
    scored = d_model * n_experts
    scales = 2 * d_model
    return n_layers * (heads + chosen + scored + scales) + d_model + 2 * vocab_size * d_model


def moe_flops_per_token(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    maps = 2 * d_model * d_head * (2 * n_heads + 2 * n_kv_heads)
    used = top_k * 3 * 2 * d_model * d_ff
    scores = 2 * d_model * n_experts
    return n_layers * (maps + used + scores) + 2 * vocab_size * d_model
