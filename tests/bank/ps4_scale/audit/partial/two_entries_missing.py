"""Two entries are missing.

points: 2
finding: scores: no-such-key
"""


def audit():
    return {
        "queries_keys_values": 32_572_440_576,
        "output_projection": 130_445_475_840,
        "feed_forward": 86_859_841_536,
        "corrected": 207_618_048,
    }
