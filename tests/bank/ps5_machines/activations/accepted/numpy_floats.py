"""In numpy, as floats."""

import numpy as np


def saved_numbers(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
    n = float(n)
    widths = np.array([n_heads, n_kv_heads, n_kv_heads]) * d_head
    return {
        "norm_inputs": n * 2 * d_model,
        "map_inputs": n * 2 * d_model,
        "queries_keys_values": n * widths.sum(),
        "attention_weights": np.full(n_heads, n * n).sum(),
        "head_outputs": n * widths[0],
        "gate_up_product": n * 3 * d_ff,
    }


def activation_bytes(mode, batch, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    lines = saved_numbers(n, d_model, n_heads, n_kv_heads, d_head, d_ff)
    weights = lines.pop("attention_weights") if mode == "all" else n_heads * n
    lines.pop("attention_weights", None)
    layer = np.sum(list(lines.values())) + weights
    layers = layer * n_layers if mode != "recompute" else layer + (n_layers - 1) * n * d_model
    return layers * batch * np.dtype(np.float16).itemsize


def largest_batch(memory, states, mode, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    sizes = (n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff)
    return int(np.clip(np.floor((memory - states) / activation_bytes(mode, 1, *sizes)), 0, None))
