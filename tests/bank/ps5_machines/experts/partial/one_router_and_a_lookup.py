"""One router in all; and a look-up that is a product, in the FLOPs alone.

points: 3.25
finding: lookup-charged
"""


def moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    attention = 2 * d_model * d_head * (n_heads + n_kv_heads)
    expert = 3 * d_model * d_ff
    router = d_model * n_experts
    return 2 * vocab_size * d_model + n_layers * (attention + n_experts * expert + 2 * d_model) + router + d_model


def moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    attention = 2 * d_model * d_head * (n_heads + n_kv_heads)
    expert = 3 * d_model * d_ff
    router = d_model * n_experts
    return 2 * vocab_size * d_model + n_layers * (attention + top_k * expert + 2 * d_model) + router + d_model


def moe_flops_per_token(
    vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k
):
    attention = 2 * d_model * d_head * (n_heads + n_kv_heads)
    expert = 3 * d_model * d_ff
    router = d_model * n_experts
    return 2 * (2 * vocab_size * d_model + n_layers * (attention + top_k * expert) + router)
