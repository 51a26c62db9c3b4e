"""With numpy, and a batch as a float without a fraction."""

import numpy as np

def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    heads = {"queries": n_heads, "keys": n_kv_heads, "values": n_kv_heads, "output": n_heads}
    lines = {name: n_layers * d_model * number * d_head for name, number in heads.items()}
    lines |= dict.fromkeys(("gate", "up", "down"), n_layers * d_model * d_ff)
    lines |= dict.fromkeys(("embedding", "head"), vocab_size * d_model)
    return lines | {"norms": (2 * n_layers + 1) * d_model}


def step_seconds(batch, n, model, machine, weight_bits=16, cache_bits=16):
    lines = parameter_ledger(**model)
    table = np.array([lines[k] for k in lines if k not in {"embedding", "norms"}], dtype=float)
    heads = np.array([model["n_heads"], model["n_kv_heads"]], dtype=float)
    numbers = n * model["n_layers"] * heads * model["d_head"]
    flops = batch * (2 * table.sum() + 4 * numbers[0])
    read = np.array([table.sum(), 2 * batch * numbers[1]]) @ [weight_bits / 8, cache_bits / 8]
    return np.maximum(flops / machine["peak_flops"], read / machine["bandwidth"])


def largest_serving_batch(n, model, machine, weight_bits=16, cache_bits=16):
    file = float(sum(parameter_ledger(**model).values())) * weight_bits / 8
    cache = 2.0 * n * np.prod([model[k] for k in ("n_layers", "n_kv_heads", "d_head")])
    return np.floor(np.clip((machine["memory"] - file) / (cache * cache_bits / 8), 0, None))


def dollars_per_million(
    batch, n, model, machine, dollars_per_hour, weight_bits=16, cache_bits=16
):
    return np.float64(1e6 / 3600) * dollars_per_hour / batch * step_seconds(
        batch, n, model, machine, weight_bits, cache_bits
    )
