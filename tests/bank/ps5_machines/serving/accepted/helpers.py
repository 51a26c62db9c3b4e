"""With helpers that the three share."""


def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    heads = {"queries": n_heads, "keys": n_kv_heads, "values": n_kv_heads, "output": n_heads}
    lines = {name: n_layers * d_model * number * d_head for name, number in heads.items()}
    lines |= dict.fromkeys(("gate", "up", "down"), n_layers * d_model * d_ff)
    lines |= dict.fromkeys(("embedding", "head"), vocab_size * d_model)
    return lines | {"norms": (2 * n_layers + 1) * d_model}


GIVEN_BACK = ("embedding", "norms")


def bytes_of_a_token(model, bits):
    return model["n_layers"] * 2 * model["n_kv_heads"] * model["d_head"] * bits / 8


def counts(model):
    lines = dict(parameter_ledger(**model))
    every = sum(lines.values())
    for name in GIVEN_BACK:
        lines.pop(name)
    return sum(lines.values()), every


def step_seconds(batch, n, model, machine, weight_bits=16, cache_bits=16):
    met, _ = counts(model)
    pairs = batch * n * model["n_layers"] * model["n_heads"]
    work = 2 * batch * met + pairs * (2 * model["d_head"] + 2 * model["d_head"])
    read = met * weight_bits / 8 + batch * n * bytes_of_a_token(model, cache_bits)
    return max(work / machine["peak_flops"], read / machine["bandwidth"])


def largest_serving_batch(n, model, machine, weight_bits=16, cache_bits=16):
    _, every = counts(model)
    free = max(0, machine["memory"] - every * weight_bits / 8)
    return int(free / (n * bytes_of_a_token(model, cache_bits)))


def dollars_per_million(
    batch, n, model, machine, dollars_per_hour, weight_bits=16, cache_bits=16
):
    tokens_per_second = batch / step_seconds(batch, n, model, machine, weight_bits, cache_bits)
    dollars_per_second = dollars_per_hour / 60 / 60
    return 10**6 * dollars_per_second / tokens_per_second
