"""Looks at its arguments first, and leaves the dicts as they are."""

import math

def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    heads = {"queries": n_heads, "keys": n_kv_heads, "values": n_kv_heads, "output": n_heads}
    lines = {name: n_layers * d_model * number * d_head for name, number in heads.items()}
    lines |= dict.fromkeys(("gate", "up", "down"), n_layers * d_model * d_ff)
    lines |= dict.fromkeys(("embedding", "head"), vocab_size * d_model)
    return lines | {"norms": (2 * n_layers + 1) * d_model}


def checked(model):
    model = dict(model)
    assert all(size > 0 for size in model.values()), "sizes are positive"
    return model


def step_seconds(batch, n, model, machine, weight_bits=16, cache_bits=16):
    model, batch, n = checked(model), int(batch), int(n)
    if batch < 1 or n < 1:
        raise ValueError("nothing is made")
    lines = parameter_ledger(**model)
    met = sum(count for line, count in lines.items() if line != "embedding" and line != "norms")
    attention = math.prod([4, n, model["n_layers"], model["n_heads"], model["d_head"]])
    kept = math.prod([2, n, model["n_layers"], model["n_kv_heads"], model["d_head"]])
    times = {
        "arithmetic": batch * (2 * met + attention) / machine["peak_flops"],
        "memory": (met * weight_bits + batch * kept * cache_bits) / (8 * machine["bandwidth"]),
    }
    return max(times.values())


def largest_serving_batch(n, model, machine, weight_bits=16, cache_bits=16):
    model = checked(model)
    kept = math.prod([2, n, model["n_layers"], model["n_kv_heads"], model["d_head"]])
    weights = sum(parameter_ledger(**model).values()) * weight_bits / 8
    if weights > machine["memory"]:
        return 0
    return math.floor((machine["memory"] - weights) / (kept * cache_bits / 8))


def dollars_per_million(
    batch, n, model, machine, dollars_per_hour, weight_bits=16, cache_bits=16
):
    bits = {"weight_bits": weight_bits, "cache_bits": cache_bits}
    per_token = step_seconds(batch=batch, n=n, model=model, machine=machine, **bits) / batch
    return per_token * dollars_per_hour * 1e6 / 3600
