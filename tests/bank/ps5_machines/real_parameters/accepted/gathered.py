"""One layer first, then all of them."""


def one_layer(d, H, G, e, f):
    q, kv, ff = d * H * e, d * G * e, d * f
    return dict(queries=q, keys=kv, values=kv, output=q, gate=ff, up=ff, down=ff, norms=2 * d)


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    layer = one_layer(d_model, n_heads, n_kv_heads, d_head, d_ff)
    ledger = {line: n_layers * count for line, count in layer.items()}
    ledger["norms"] += d_model
    return ledger | {"embedding": vocab_size * d_model, "head": d_model * vocab_size}


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff):
    norm = lambda: 2 * d_model  # noqa: E731
    linear = lambda d_in, d_out: (d_in + 1) * d_out  # noqa: E731
    layer = linear(d_model, 3 * d_model) + linear(d_model, d_model)
    layer += linear(d_model, d_ff) + linear(d_ff, d_model) + norm() + norm()
    return (vocab_size + n_positions) * d_model + n_layers * layer + norm()
