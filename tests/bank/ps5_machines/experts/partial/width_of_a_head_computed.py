"""The width of a head is computed, not the one that is given.

points: 3.5
finding: width-is-d-model
"""

def moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    d_head = d_model // n_heads
    attention = 2 * (n_heads + n_kv_heads) * d_head * d_model
    layer = attention + (3 * n_experts * d_ff + n_experts + 2) * d_model
    return 2 * vocab_size * d_model + n_layers * layer + d_model


def moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    sizes = (vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k)
    return moe_total(*sizes) - 3 * n_layers * (n_experts - top_k) * d_model * d_ff


def moe_flops_per_token(
    vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k
):
    sizes = (vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k)
    return 2 * (moe_active(*sizes) - (vocab_size + 2 * n_layers + 1) * d_model)
