"""Keys and values in as many heads as queries, no last norm, and no GPT-2.

points: 1.75
finding: keys: kv-as-many-as-query-heads
"""


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    wide = n_layers * d_model * n_heads * d_head
    block = n_layers * d_model * d_ff
    return {
        "embedding": vocab_size * d_model,
        "queries": wide,
        "keys": wide,
        "values": wide,
        "output": wide,
        "gate": block,
        "up": block,
        "down": block,
        "norms": 2 * n_layers * d_model,
        "head": vocab_size * d_model,
    }


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff): ...
