"""Lists the shape of every array, and adds up."""

from math import prod


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    arrays = [("embedding", (vocab_size, d_model))]
    for _ in range(n_layers):
        for _ in range(n_heads):
            arrays.append(("queries", (d_head, d_model)))
            arrays.append(("output", (d_model, d_head)))
        for _ in range(n_kv_heads):
            arrays.append(("keys", (d_head, d_model)))
            arrays.append(("values", (d_head, d_model)))
        arrays += [("norms", (d_model,)), ("norms", (d_model,))]
        arrays += [("gate", (d_ff, d_model)), ("up", (d_ff, d_model)), ("down", (d_model, d_ff))]
    arrays += [("norms", (d_model,)), ("head", (vocab_size, d_model))]
    ledger = {}
    for name, shape in arrays:
        ledger[name] = ledger.get(name, 0) + prod(shape)
    return ledger


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff):
    total = vocab_size * d_model + n_positions * d_model
    for _ in range(n_layers):
        total += 2 * d_model  # a norm
        for _ in range(4):
            total += d_model * d_model + d_model
        total += 2 * d_model
        for d_in, d_out in ((d_model, d_ff), (d_ff, d_model)):
            total += d_in * d_out + d_out
    return total + d_model + d_model
