"""The dense block stands beside the experts.

points: 3.75
finding: dense-block-kept
"""


def moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    attention = d_model * d_head * (2 * n_heads + 2 * n_kv_heads)
    expert, router, norms = 3 * d_model * d_ff, d_model * n_experts, 2 * d_model
    return n_layers * (attention + expert * (n_experts + 1) + router + norms) + d_model + 2 * vocab_size * d_model


def moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    attention = d_model * d_head * (2 * n_heads + 2 * n_kv_heads)
    expert, router, norms = 3 * d_model * d_ff, d_model * n_experts, 2 * d_model
    layer = attention + top_k * expert + router + norms
    return n_layers * layer + d_model + 2 * vocab_size * d_model


def moe_flops_per_token(
    vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k
):
    attention = d_model * d_head * (2 * n_heads + 2 * n_kv_heads)
    expert, router = 3 * d_model * d_ff, d_model * n_experts
    return 2 * (n_layers * (attention + top_k * expert + router) + vocab_size * d_model)
