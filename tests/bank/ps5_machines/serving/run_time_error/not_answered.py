"""Nothing is answered.

finding: not-answered
"""


def step_seconds(batch, n, model, machine, weight_bits=16, cache_bits=16):
    raise NotImplementedError


def largest_serving_batch(n, model, machine, weight_bits=16, cache_bits=16):
    raise NotImplementedError


def dollars_per_million(
    batch, n, model, machine, dollars_per_hour, weight_bits=16, cache_bits=16
):
    raise NotImplementedError
