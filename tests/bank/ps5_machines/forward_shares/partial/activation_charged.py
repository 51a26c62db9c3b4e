"""The activation and the product of the gate are charged.

points: 2.25
finding: activation-charged
"""


def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    return {
        "attention_maps": 2 * n * d_model * d_head * (2 * n_heads + 2 * n_kv_heads) * n_layers,
        "scores_and_sums": 2 * 2 * n * n * n_heads * d_head * n_layers,
        "feed_forward": (6 * n * d_model * d_ff + 2 * n * d_ff) * n_layers,
        "head": 2 * n * d_model * vocab_size,
    }
