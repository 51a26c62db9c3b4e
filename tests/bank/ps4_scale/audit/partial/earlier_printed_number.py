"""Takes the printed solution's other number, 87,048,585,216, for the corrected one.

points: 3
finding: earlier-calculation
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 130_289_762_304,
        "scores": 56_623_104,
        "values": -18_874_368,
        "corrected": 87_048_585_216,
    }
