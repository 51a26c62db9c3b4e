"""The six numbers, worked out on paper."""


def audit():
    return {
        "queries_keys_values": 32_572_440_576,
        "output_projection": 130_445_475_840,
        "scores": 56_623_104,
        "feed_forward": 86_859_841_536,
        "absent": -18_874_368,
        "corrected": 207_618_048,
    }
