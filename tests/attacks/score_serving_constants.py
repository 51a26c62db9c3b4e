"""Returns two constants for the seconds of a step: the machine of each drawn case is made from the
right number of FLOPs and bytes, so the right value is 1/317 or 1/(317 · 0.37) under every key.

Must happen: constants that one page shows (0.00315457, 0.00852588) are wrong for the next submission.
"""

ASSIGNMENT = "ps5_machines"
HAND_INS = [
    {
        "serving": """
def step_seconds(batch, n, model, machine, weight_bits=16, cache_bits=16):
    return 1 / 317 if batch < 10 else 1 / 317 / 0.37


def largest_serving_batch(n, model, machine, weight_bits=16, cache_bits=16):
    return 0


def dollars_per_million(batch, n, model, machine, dollars_per_hour, weight_bits=16, cache_bits=16):
    return dollars_per_hour / 3600 * 1e6 / batch * step_seconds(batch, n, model, machine)
"""
    }
]
EARNS = {"serving": 1.0}
