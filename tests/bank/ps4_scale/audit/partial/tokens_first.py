"""Puts the number of tokens right first.

points: 2.5
finding: tokens-put-right-first
"""


def audit():
    return {
        "output": 11 * 12 * 2 * 768**2,
        "tokens": 767 * 12 * (2_717_908_992 + 10_871_635_968 + 2 * 3_623_878_656) // 768,
        "scores": 56_623_104,
        "values": -18_874_368,
        "corrected": 207_618_048,
    }
