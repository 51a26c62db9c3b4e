"""Two lines alone, and a corrected number that lacks the weighted sums.

points: 1
finding: weighted-sums-missing
"""


def audit():
    return {
        "queries_keys_values": 32_572_440_576,
        "output_projection": 130_445_475_840,
        "scores": 0,
        "feed_forward": 0,
        "absent": 0,
        "corrected": 188_743_680,
    }
