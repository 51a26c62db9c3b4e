"""Corrects nothing: the printed solution's 250,123,124,736.

points: 3
finding: nothing-put-right
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 130_289_762_304,
        "scores": 56_623_104,
        "values": -18_874_368,
        "corrected": 250_123_124_736,
    }
