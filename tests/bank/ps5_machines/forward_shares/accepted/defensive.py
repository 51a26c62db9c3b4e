"""Checks its sizes first, and casts them."""


def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    sizes = (n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff)
    if any(size < 1 for size in sizes) or n_heads % n_kv_heads:
        raise ValueError("no such model")
    n, V, d, L, H, G, e, f = map(int, sizes)
    return {
        "attention_maps": 4 * n * L * d * e * (H + G),
        "scores_and_sums": 4 * n * n * L * H * e,
        "feed_forward": 6 * n * L * d * f,
        "head": 2 * n * V * d,
    }
