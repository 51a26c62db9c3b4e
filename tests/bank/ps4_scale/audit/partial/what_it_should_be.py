"""Says what the scores should cost.

points: 3.25
finding: should-cost
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 130_289_762_304,
        "scores": 18_874_368,
        "values": -18_874_368,
        "corrected": 207_618_048,
    }
