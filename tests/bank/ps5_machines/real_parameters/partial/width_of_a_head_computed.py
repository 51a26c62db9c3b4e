"""The width of a head is computed, not the one that is given.

points: 3
finding: keys: width-is-d-model
"""


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    d_head = d_model // n_heads
    return {
        "embedding": vocab_size * d_model,
        "queries": n_layers * d_model * n_heads * d_head,
        "keys": n_layers * d_model * n_kv_heads * d_head,
        "values": n_layers * d_model * n_kv_heads * d_head,
        "output": n_layers * d_model * n_heads * d_head,
        "gate": n_layers * d_model * d_ff,
        "up": n_layers * d_model * d_ff,
        "down": n_layers * d_ff * d_model,
        "norms": (2 * n_layers + 1) * d_model,
        "head": vocab_size * d_model,
    }


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff):
    attention = 4 * d_model**2 + 4 * d_model
    feed_forward = 2 * d_model * d_ff + d_ff + d_model
    norms = 2 * 2 * d_model
    return (vocab_size + n_positions) * d_model + n_layers * (attention + feed_forward + norms) + 2 * d_model
