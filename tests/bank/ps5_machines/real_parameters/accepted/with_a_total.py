"""With the ledger's sum as another line, which is free."""


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    ledger = dict.fromkeys(("embedding", "head"), vocab_size * d_model)
    ledger |= dict.fromkeys(("queries", "output"), n_layers * n_heads * d_head * d_model)
    ledger |= dict.fromkeys(("keys", "values"), n_layers * n_kv_heads * d_head * d_model)
    ledger |= dict.fromkeys(("gate", "up", "down"), n_layers * d_model * d_ff)
    ledger["norms"] = d_model + sum(d_model + d_model for _ in range(n_layers))
    ledger["total"] = sum(ledger.values())
    return ledger


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff):
    d, f = d_model, d_ff
    return d * (vocab_size + n_positions) + n_layers * (4 * d * d + 2 * d * f + 9 * d + f) + 2 * d
