"""Scores that sum over d_model numbers in each head, where a head has d_head.

points: 2.25
finding: scores-over-d-model
"""


def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    return {
        "attention_maps": n_layers * 2 * n * d_model * d_head * (2 * n_heads + 2 * n_kv_heads),
        "scores_and_sums": n_layers * n_heads * (2 * n * n * d_model + 2 * n * n * d_head),
        "feed_forward": n_layers * 3 * 2 * n * d_model * d_ff,
        "head": 2 * n * d_model * vocab_size,
    }
