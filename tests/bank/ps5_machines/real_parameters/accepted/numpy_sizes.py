"""Sizes of numpy's shapes."""

import numpy as np


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    shapes = {
        "embedding": (1, vocab_size, d_model),
        "queries": (n_layers, d_model, n_heads, d_head),
        "keys": (n_layers, d_model, n_kv_heads, d_head),
        "values": (n_layers, d_model, n_kv_heads, d_head),
        "output": (n_layers, n_heads, d_head, d_model),
        "gate": (n_layers, d_model, d_ff),
        "up": (n_layers, d_model, d_ff),
        "down": (n_layers, d_ff, d_model),
        "norms": (2 * n_layers + 1, d_model),
        "head": (d_model, vocab_size),
    }
    return {line: np.prod(shape, dtype=np.int64) for line, shape in shapes.items()}


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff):
    outputs = np.array([3 * d_model, d_model, d_ff, d_model], dtype=np.int64)
    inputs = np.array([d_model, d_model, d_model, d_ff], dtype=np.int64)
    layer = inputs @ outputs + outputs.sum() + 4 * d_model
    return (vocab_size + n_positions + 2) * d_model + n_layers * layer
