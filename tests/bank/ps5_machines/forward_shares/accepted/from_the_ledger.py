"""Two FLOPs for each weight of the ledger and each token.

given: real_parameters/accepted/closed_forms.py
"""


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    q, kv = n_layers * d_model * n_heads * d_head, n_layers * d_model * n_kv_heads * d_head
    ff = n_layers * d_model * d_ff
    heads = {"queries": q, "keys": kv, "values": kv, "output": q}
    return heads | {"gate": ff, "up": ff, "down": ff, "head": vocab_size * d_model}


def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    w = parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff)
    return {
        "attention_maps": 2 * n * (w["queries"] + w["keys"] + w["values"] + w["output"]),
        "scores_and_sums": 4 * n**2 * n_layers * n_heads * d_head,
        "feed_forward": 2 * n * (w["gate"] + w["up"] + w["down"]),
        "head": 2 * n * w["head"],
    }
