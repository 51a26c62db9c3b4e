"""Four maps from d to d, and heads that are as wide together: one slip in two lines.

points: 1.5
finding: attention_maps: width-is-d-model
finding: scores_and_sums: width-is-d-model
"""


def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    return {
        "attention_maps": 8 * n * d_model**2 * n_layers,
        "scores_and_sums": 4 * n**2 * d_model * n_layers,
        "feed_forward": 6 * n * d_model * d_ff * n_layers,
        "head": 2 * n * d_model * vocab_size,
    }
