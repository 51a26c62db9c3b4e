"""A router of top_k columns is active; the rest follows from a ledger that forgot the last norm.

given: real_parameters/partial/last_norms_forgotten.py
points: 3.75
finding: moe_active: d_model·n_layers·n_experts: wrong-term
"""


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    V, d, L, H, G, e, f = vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff
    maps = {"queries": L * d * H * e, "keys": L * d * G * e, "values": L * d * G * e}
    blocks = dict.fromkeys(("gate", "up", "down"), L * d * f)
    return maps | blocks | {"embedding": V * d, "output": L * d * H * e, "norms": 2 * L * d, "head": V * d}


def moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    p = parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff)
    ff = p["gate"] + p["up"] + p["down"]
    return sum(p.values()) + (n_experts - 1) * ff + n_layers * d_model * n_experts


def moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    p = parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff)
    ff = p["gate"] + p["up"] + p["down"]
    return sum(p.values()) + (top_k - 1) * ff + n_layers * d_model * top_k


def moe_flops_per_token(
    vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k
):
    p = parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff)
    active = moe_active(
        vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k
    )
    return 2 * (active - p["embedding"] - p["norms"])
