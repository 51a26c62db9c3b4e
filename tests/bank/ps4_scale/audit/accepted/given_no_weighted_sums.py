"""Right but for the weighted sums, forgotten in the forward pass already.

given: forward_cost/partial/no_weighted_sums.py
finding: scores: authored
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 130_289_762_304,
        "scores": 75_497_472 - 9_437_184,
        "values": -9_437_184,
        "corrected": 169_869_312 + 18_874_368,
    }
