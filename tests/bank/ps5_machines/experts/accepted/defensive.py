"""Refuses models that can't be."""


def moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    if not 1 <= top_k <= n_experts or n_heads % n_kv_heads:
        raise ValueError("no such model")
    d = d_model
    layer = 2 * d + d * n_experts + 2 * d * (n_heads + n_kv_heads) * d_head
    return 2 * d * vocab_size + d + n_layers * (layer + n_experts * 3 * d * d_ff)


def moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    if top_k > n_experts:
        raise ValueError("no such model")
    d = d_model
    layer = 2 * d + d * n_experts + 2 * d * (n_heads + n_kv_heads) * d_head
    return 2 * d * vocab_size + d + n_layers * (layer + min(top_k, n_experts) * 3 * d * d_ff)


def moe_flops_per_token(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    assert 1 <= top_k <= n_experts
    per_layer = [2 * d_model * n_heads * d_head] * 2 + [2 * d_model * n_kv_heads * d_head] * 2
    per_layer += [2 * d_model * n_experts] + [2 * d_model * d_ff] * 3 * top_k
    return n_layers * sum(per_layer) + 2 * d_model * vocab_size
