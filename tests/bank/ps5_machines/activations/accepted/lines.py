"""Line by line, bytes from the lines, batch from the bytes."""


def saved_numbers(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
    queries = n * n_heads * d_head
    keys = values = n * n_kv_heads * d_head
    return {
        "norm_inputs": 2 * n * d_model,
        "map_inputs": n * d_model + n * d_model,
        "queries_keys_values": queries + keys + values,
        "attention_weights": n_heads * n * n,
        "head_outputs": n * n_heads * d_head,
        "gate_up_product": 3 * n * d_ff,
    }


def activation_bytes(mode, batch, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    kept = saved_numbers(n, d_model, n_heads, n_kv_heads, d_head, d_ff)
    if mode in ("tiled", "recompute"):
        kept["attention_weights"] = n_heads * n
    in_layer = sum(kept.values())
    numbers = n_layers * in_layer
    if mode == "recompute":
        numbers = (n_layers - 1) * n * d_model + in_layer
    return 2 * batch * numbers


def largest_batch(memory, states, mode, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    each = activation_bytes(mode, 1, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff)
    left = memory - states
    if left < 0:
        return 0
    return left // each
