"""Takes all 768 tokens away.

points: 3.25
finding: one-token-too-many
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 768 * 169_869_312,
        "scores": 56_623_104,
        "values": -18_874_368,
        "corrected": 207_618_048,
    }
