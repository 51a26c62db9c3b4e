"""Each function by itself, in closed form."""


def saved_numbers(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
    return dict(
        gate_up_product=3 * n * d_ff,
        head_outputs=n * d_head * n_heads,
        attention_weights=n_heads * n**2,
        queries_keys_values=n * d_head * (n_heads + 2 * n_kv_heads),
        map_inputs=2 * n * d_model,
        norm_inputs=2 * n * d_model,
    )


def activation_bytes(mode, batch, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    e, d, f, H, G = d_head, d_model, d_ff, n_heads, n_kv_heads
    layer = 4 * d + (2 * H + 2 * G) * e + 3 * f
    if mode == "all":
        return 2.0 * batch * n_layers * n * (layer + H * n)
    if mode == "tiled":
        return 2.0 * batch * n_layers * n * (layer + H)
    return 2.0 * batch * n * (n_layers * d + layer + H - d)


def largest_batch(memory, states, mode, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    sizes = (n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff)
    batch = 0
    while states + activation_bytes(mode, batch + 1, *sizes) <= memory:
        batch += 1
    return batch
