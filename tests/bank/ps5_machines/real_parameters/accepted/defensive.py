"""Checks and casts its sizes."""


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    sizes = vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff
    if min(sizes) < 1 or n_heads % n_kv_heads != 0:
        raise ValueError("no such model")
    V, d, L, H, G, e, f = (int(size) for size in sizes)
    names = "embedding queries keys values output gate up down norms head".split()
    layer = [d * H * e, d * G * e, d * G * e, H * e * d, d * f, d * f, f * d, 2 * d]
    counts = [V * d, *(L * each for each in layer), V * d]
    counts[8] += d
    return dict(zip(names, counts, strict=True))


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff):
    assert d_model > 0
    embeddings = vocab_size * d_model + n_positions * d_model
    attention = sum(d_model * d_model + d_model for _ in "qkvo")
    block = (d_model + 1) * d_ff + (d_ff + 1) * d_model
    norm = d_model + d_model
    return embeddings + (attention + block + norm + norm) * n_layers + norm
