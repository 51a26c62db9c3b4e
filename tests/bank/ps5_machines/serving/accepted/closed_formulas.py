"""Formulas of the sizes, without the ledger."""


def step_seconds(batch, n, model, machine, weight_bits=16, cache_bits=16):
    V, d, L, H, G, e, f = model.values()
    matrices = L * d * (2 * H * e + 2 * G * e + 3 * f) + V * d
    flops = batch * (2 * matrices + 4 * n * L * H * e)
    bits = matrices * weight_bits + batch * n * 2 * L * G * e * cache_bits
    return max(flops / machine["peak_flops"], bits / 8 / machine["bandwidth"])


def largest_serving_batch(n, model, machine, weight_bits=16, cache_bits=16):
    V, d, L, H, G, e, f = model.values()
    file = L * d * (2 * H * e + 2 * G * e + 3 * f + 2) + d + 2 * V * d
    left = 8 * machine["memory"] - file * weight_bits
    return int(left // (2 * n * L * G * e * cache_bits)) if left > 0 else 0


def dollars_per_million(
    batch, n, model, machine, dollars_per_hour, weight_bits=16, cache_bits=16
):
    seconds = step_seconds(batch, n, model, machine, weight_bits, cache_bits)
    tokens_per_hour = batch / seconds * 3600
    return dollars_per_hour / (tokens_per_hour / 1_000_000)
