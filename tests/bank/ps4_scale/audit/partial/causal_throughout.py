"""Takes the mean over a causal sequence everywhere.

points: 2
finding: causal-pairs
"""


def audit():
    return {
        "queries_keys_values": 32_572_440_576,
        "output_projection": 130_445_475_840,
        "scores": 75_497_472 - 12 * 1025 * 768,
        "feed_forward": 86_859_841_536,
        "absent": -12 * 1025 * 768,
        "corrected": 188_762_112,
    }
