"""All signs are reversed.

points: 2
finding: signs-reversed
"""


def audit():
    return {
        "output": -119_587_995_648,
        "tokens": -130_289_762_304,
        "scores": -56_623_104,
        "values": 18_874_368,
        "corrected": 207_618_048,
    }
