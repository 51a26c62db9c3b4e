"""Takes all 12 output projections away.

points: 3.25
finding: one-projection-too-few
"""


def audit():
    return {
        "output": 12 * 12 * 905_969_664,
        "tokens": 130_289_762_304,
        "scores": 56_623_104,
        "values": -18_874_368,
        "corrected": 207_618_048,
    }
