"""Takes the whole line of the scores away.

points: 3.25
finding: whole-line
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 130_289_762_304,
        "scores": 75_497_472,
        "values": -18_874_368,
        "corrected": 207_618_048,
    }
