"""Corrects to two FLOPs per weight.

points: 3
finding: two-flops-per-weight
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 130_289_762_304,
        "scores": 56_623_104,
        "values": -18_874_368,
        "corrected": 169_869_312,
    }
