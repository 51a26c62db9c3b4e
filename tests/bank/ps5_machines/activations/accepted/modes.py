"""A function for each mode; refuses others."""


def saved_numbers(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
    tokens = {
        "norm_inputs": [d_model, d_model],
        "map_inputs": [d_model, d_model],
        "queries_keys_values": [n_heads * d_head, n_kv_heads * d_head, n_kv_heads * d_head],
        "attention_weights": [n_heads * n],
        "head_outputs": [n_heads * d_head],
        "gate_up_product": [d_ff, d_ff, d_ff],
    }
    return {line: n * sum(widths) for line, widths in tokens.items()}


def activation_bytes(mode, batch, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    lines = saved_numbers(n, d_model, n_heads, n_kv_heads, d_head, d_ff)
    everything = sum(lines.values())
    tiled = everything - lines["attention_weights"] + n_heads * n
    held = {
        "all": lambda: n_layers * everything,
        "tiled": lambda: n_layers * tiled,
        "recompute": lambda: n_layers * lines["norm_inputs"] // 2 + tiled - n * d_model,
    }
    if mode not in held:
        raise ValueError(mode)
    return 2 * batch * held[mode]()


def largest_batch(memory, states, mode, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    sizes = (n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff)
    if states >= memory:
        return 0
    low, high = 0, 1
    while states + activation_bytes(mode, high, *sizes) <= memory:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        fits = states + activation_bytes(mode, middle, *sizes) <= memory
        low, high = (middle, high) if fits else (low, middle)
    return low
