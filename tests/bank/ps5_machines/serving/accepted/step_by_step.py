"""One number after another, in bytes."""


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    heads = {"queries": n_heads, "keys": n_kv_heads, "values": n_kv_heads, "output": n_heads}
    lines = {name: n_layers * d_model * number * d_head for name, number in heads.items()}
    lines |= dict.fromkeys(("gate", "up", "down"), n_layers * d_model * d_ff)
    lines |= dict.fromkeys(("embedding", "head"), vocab_size * d_model)
    return lines | {"norms": (2 * n_layers + 1) * d_model}


def step_seconds(batch, n, model, machine, weight_bits=16, cache_bits=16):
    lines = parameter_ledger(**model)
    matrices = sum(lines[name] for name in lines if name not in ("embedding", "norms"))
    scores = 2 * n * model["n_layers"] * model["n_heads"] * model["d_head"]
    flops_of_a_token = 2 * matrices + 2 * scores
    arithmetic = batch * flops_of_a_token / machine["peak_flops"]
    in_a_cache = 2 * n * model["n_layers"] * model["n_kv_heads"] * model["d_head"]
    bytes_of_weights = matrices * weight_bits / 8
    bytes_of_a_cache = in_a_cache * cache_bits / 8
    reading = (bytes_of_weights + batch * bytes_of_a_cache) / machine["bandwidth"]
    return max(arithmetic, reading)


def largest_serving_batch(n, model, machine, weight_bits=16, cache_bits=16):
    every_number = sum(parameter_ledger(**model).values())
    room = machine["memory"] - every_number * weight_bits / 8
    held = 2 * n * model["n_layers"] * model["n_kv_heads"] * model["d_head"]
    a_cache = held * cache_bits / 8
    whole = int(room // a_cache)
    return max(whole, 0)


def dollars_per_million(
    batch, n, model, machine, dollars_per_hour, weight_bits=16, cache_bits=16
):
    step = step_seconds(batch, n, model, machine, weight_bits, cache_bits)
    return dollars_per_hour / 3600 * step / batch * 1e6
