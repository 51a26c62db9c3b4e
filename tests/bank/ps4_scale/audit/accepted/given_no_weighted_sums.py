"""Right but for the weighted sums, forgotten in the forward pass already.

given: forward_cost/partial/no_weighted_sums.py
finding: scores: authored
"""


def audit():
    return {
        "queries_keys_values": 32_572_440_576,
        "output_projection": 130_445_475_840,
        "scores": 75_497_472 - 9_437_184,
        "feed_forward": 86_859_841_536,
        "absent": -9_437_184,
        "corrected": 169_869_312 + 18_874_368,
    }
