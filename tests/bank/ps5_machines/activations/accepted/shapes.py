"""Lists the shapes of the arrays that are kept."""

from math import prod


def shapes(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
    yield from [("norm_inputs", (n, d_model)), ("norm_inputs", (n, d_model))]
    yield from [("map_inputs", (n, d_model)), ("map_inputs", (n, d_model))]
    for _ in range(n_heads):
        yield "queries_keys_values", (n, d_head)
        yield "attention_weights", (n, n)
        yield "head_outputs", (n, d_head)
    for _ in range(n_kv_heads):
        yield "queries_keys_values", (2, n, d_head)
    for _ in ("gate", "up", "product"):
        yield "gate_up_product", (n, d_ff)


def saved_numbers(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
    ledger = {}
    for line, shape in shapes(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
        ledger[line] = ledger.get(line, 0) + prod(shape)
    return ledger


def activation_bytes(mode, batch, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    layer = 0
    for line, shape in shapes(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
        if line == "attention_weights" and mode != "all":
            shape = shape[:1]
        layer += prod(shape)
    held = most = 0
    for _ in range(n_layers):  # forward
        held += n * d_model if mode == "recompute" else layer
        most = max(most, held)
    for _ in range(n_layers):  # backward
        if mode == "recompute":
            held -= n * d_model
            most = max(most, held + layer)
    return 2 * most * batch


def largest_batch(memory, states, mode, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    one = activation_bytes(mode, 1, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff)
    return max(int((memory - states) / one), 0)
