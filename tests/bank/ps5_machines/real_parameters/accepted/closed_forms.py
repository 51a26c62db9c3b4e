"""Closed forms, line by line."""


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    q, kv = d_model * n_heads * d_head, d_model * n_kv_heads * d_head
    ff = d_model * d_ff
    return {
        "embedding": vocab_size * d_model,
        "queries": n_layers * q,
        "keys": n_layers * kv,
        "values": n_layers * kv,
        "output": n_layers * q,
        "gate": n_layers * ff,
        "up": n_layers * ff,
        "down": n_layers * ff,
        "norms": (2 * n_layers + 1) * d_model,
        "head": vocab_size * d_model,
    }


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff):
    attention = 4 * d_model**2 + 4 * d_model
    block = 2 * d_model * d_ff + d_ff + d_model
    norms = 4 * d_model
    layers = n_layers * (attention + block + norms)
    return (vocab_size + n_positions) * d_model + layers + 2 * d_model
