"""Takes the mean over a causal sequence everywhere.

points: 2.5
finding: causal-pairs
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 130_289_762_304,
        "scores": 75_497_472 - 12 * 1025 * 768,
        "values": -12 * 1025 * 768,
        "corrected": 188_762_112,
    }
