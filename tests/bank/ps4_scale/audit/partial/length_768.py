"""Takes a sequence of 768 tokens.

points: 2
finding: tokens-are-768
"""


def audit():
    return {
        "queries_keys_values": 32_572_440_576,
        "output_projection": 130_445_475_840,
        "scores": 75_497_472 - 2 * 12 * 768 * 768,
        "feed_forward": 86_859_841_536,
        "absent": -2 * 12 * 768 * 768,
        "corrected": 169_869_312 + 4 * 12 * 768 * 768,
    }
