"""Keys from the queries, by how many of these share one; floats without a fraction."""


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    queries = float(n_layers * d_model * n_heads * d_head)
    shared = n_heads // n_kv_heads
    words = vocab_size * d_model
    maps = dict.fromkeys(("gate", "up", "down"), n_layers * d_model * d_ff)
    heads = dict(queries=queries, keys=queries / shared, values=queries / shared, output=queries)
    return {"embedding": words, **heads, **maps, "norms": d_model + d_model * 2.0 * n_layers} | {
        "head": words
    }


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff):
    weights = 4 * d_model**2 + 2 * d_model * d_ff
    biases = 5 * d_model + d_ff
    norms = 2 * 2 * d_model
    return d_model * (vocab_size + n_positions + 2.0) + n_layers * (weights + biases + norms)
