"""Corrects to the sequence of 1,024 tokens.

points: 3
finding: whole-sequence
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 130_289_762_304,
        "scores": 56_623_104,
        "values": -18_874_368,
        "corrected": 212_600_881_152,
    }
