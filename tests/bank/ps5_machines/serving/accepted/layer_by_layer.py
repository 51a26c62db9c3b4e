"""Loops over layers and heads."""


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    heads = {"queries": n_heads, "keys": n_kv_heads, "values": n_kv_heads, "output": n_heads}
    lines = {name: n_layers * d_model * number * d_head for name, number in heads.items()}
    lines |= dict.fromkeys(("gate", "up", "down"), n_layers * d_model * d_ff)
    lines |= dict.fromkeys(("embedding", "head"), vocab_size * d_model)
    return lines | {"norms": (2 * n_layers + 1) * d_model}


def step_seconds(batch, n, model, machine, weight_bits=16, cache_bits=16):
    d, e = model["d_model"], model["d_head"]
    multiplied = attended = kept = 0
    for _ in range(model["n_layers"]):
        for _ in range(model["n_heads"]):
            multiplied += 2 * d * e  # its query, and its part of the output map
            attended += 2 * n * e + 2 * n * e
        for _ in range(model["n_kv_heads"]):
            multiplied += 2 * d * e
            kept += 2 * n * e
        multiplied += 3 * d * model["d_ff"]
    multiplied += model["vocab_size"] * d
    seconds_of_work = batch * (2 * multiplied + attended) / machine["peak_flops"]
    bytes_read = multiplied * weight_bits / 8 + batch * kept * cache_bits / 8
    seconds_of_reading = bytes_read / machine["bandwidth"]
    return seconds_of_work if seconds_of_work > seconds_of_reading else seconds_of_reading


def largest_serving_batch(n, model, machine, weight_bits=16, cache_bits=16):
    used = sum(parameter_ledger(**model).values()) * weight_bits / 8
    each = 0
    for _ in range(model["n_layers"] * model["n_kv_heads"]):
        each += 2 * n * model["d_head"] * cache_bits / 8
    sequences = 0
    for more in (2**24, 2**12, 1):
        while used + (sequences + more) * each <= machine["memory"]:
            sequences += more
    return sequences


def dollars_per_million(
    batch, n, model, machine, dollars_per_hour, weight_bits=16, cache_bits=16
):
    steps = 1_000_000 / batch
    hours = steps * step_seconds(batch, n, model, machine, weight_bits, cache_bits) / 3600
    return hours * dollars_per_hour
