"""In numpy, as floats without a fraction, in another order."""

import numpy as np


def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    widths = np.array([n_heads, n_kv_heads, n_kv_heads, n_heads], dtype=float) * d_head
    return {
        "head": float(2 * n * d_model * vocab_size),
        "feed_forward": np.float64(2 * n * n_layers) * 3 * d_model * d_ff,
        "scores_and_sums": 4.0 * n * n * n_heads * d_head * n_layers,
        "attention_maps": (2 * n * n_layers * d_model * widths).sum(),
    }
