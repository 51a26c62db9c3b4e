"""Each from the one before, and the sum of all lines."""


def lines(V, d, L, H, G, e, f, E):
    ledger = {"embedding": V * d, "head": V * d, "norms": (2 * L + 1) * d, "router": L * d * E}
    ledger["attention"] = L * sum(d * e * heads for heads in (H, G, G, H))
    ledger["expert"] = L * 3 * d * f
    return ledger


def moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    ledger = lines(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts)
    return sum(ledger.values()) + (n_experts - 1) * ledger["expert"]


def moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    total = moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k)
    return total - n_layers * (n_experts - top_k) * 3 * d_model * d_ff


def moe_flops_per_token(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    active = moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k)
    return 2 * (active - vocab_size * d_model - (2 * n_layers + 1) * d_model)
