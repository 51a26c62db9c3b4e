"""From functions of its own, as earlier questions ask for them."""


def N(d_model, n_layers, d_ff):
    return n_layers * (4 * d_model**2 + 2 * d_model * d_ff)


def dense(n, d_model, n_layers, d_ff):
    return 2 * n * N(d_model, n_layers, d_ff) + 4 * n_layers * n**2 * d_model


def cache(layers, heads, width, tokens, batch, each):
    return 2 * layers * heads * width * tokens * batch * each


def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    return 3 * dense(n, d_model, n_layers, d_ff) / n * tokens_per_second / peak_flops


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    read = N(d_model, n_layers, d_ff) * bytes_per_value
    read += cache(n_layers, n_heads, d_model // n_heads, t, batch, bytes_per_value)
    return batch * (dense(1, d_model, n_layers, d_ff) + 4 * n_layers * (t - 1) * d_model) / read
