"""One helper for all three: which arrays count, and what each number costs."""


def counted(sizes, experts, cost, embedding_and_norms):
    V, d, L, H, G, e, f, E, _ = sizes
    matrices = L * (2 * H * e * d + 2 * G * e * d + E * d + experts * (d * f + d * f + f * d))
    total = cost * (matrices + V * d)
    return total + (V * d + 2 * L * d + d if embedding_and_norms else 0)


def moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    sizes = (vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k)
    return counted(sizes, n_experts, 1, True)


def moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    sizes = (vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k)
    return counted(sizes, top_k, 1, True)


def moe_flops_per_token(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    sizes = (vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k)
    return counted(sizes, top_k, 2, False)
