"""By products, with a factor for each pass."""


def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    d_head = d_model // n_heads
    maps = 3 * n_heads * 2 * n * d_model * d_head + 2 * n * d_model**2 + 2 * (2 * n * d_model * d_ff)
    attention = n_heads * (2 * n * d_head * n + 2 * n * n * d_head)
    forward = n_layers * (maps + attention)
    backward = 2 * forward
    seconds_at_peak = (forward + backward) / peak_flops
    return tokens_per_second / n * seconds_at_peak


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    d_head = d_model // n_heads
    flops, read = 0, 0
    for shape in [(d_model, d_head)] * (3 * n_heads) + [(d_model, d_model), (d_model, d_ff), (d_ff, d_model)]:
        flops += 2 * batch * shape[0] * shape[1]
        read += bytes_per_value * shape[0] * shape[1]
    for _ in range(batch * n_heads):
        flops += 2 * t * d_head + 2 * t * d_head
        read += bytes_per_value * 2 * t * d_head
    return n_layers * flops / (n_layers * read)
