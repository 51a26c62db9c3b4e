"""Doesn't see what is missing, and corrects accordingly: that follows.

points: 2.5
finding: values-missing
finding: corrected: authored
"""


def audit():
    return {
        "queries_keys_values": 32_572_440_576,
        "output_projection": 130_445_475_840,
        "scores": 56_623_104,
        "feed_forward": 86_859_841_536,
        "absent": 0,
        "corrected": 188_743_680,
    }
