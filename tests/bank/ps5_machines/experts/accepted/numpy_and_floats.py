"""In numpy, as floats without a fraction."""

import numpy as np


def moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    layer = np.array([2 * n_heads * d_head, 2 * n_kv_heads * d_head, 2, n_experts], dtype=float)
    blocks = 3.0 * d_model * d_ff * n_experts
    return float(n_layers * (layer.sum() * d_model + blocks) + d_model * (1 + 2 * vocab_size))


def moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    layer = np.array([2 * n_heads * d_head, 2 * n_kv_heads * d_head, 2, n_experts], dtype=float)
    blocks = 3.0 * d_model * d_ff * top_k
    return float(n_layers * (layer.sum() * d_model + blocks) + d_model * (1 + 2 * vocab_size))


def moe_flops_per_token(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    widths = np.array([n_heads, n_kv_heads, n_kv_heads, n_heads]) * d_head
    outputs = np.concatenate([widths, [n_experts], [3 * d_ff] * top_k])
    return np.float64(2 * d_model) * (n_layers * outputs.sum() + vocab_size)
