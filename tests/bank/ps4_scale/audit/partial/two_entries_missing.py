"""Two entries are missing.

points: 2.5
finding: scores: no-such-key
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 130_289_762_304,
        "corrected": 207_618_048,
    }
