"""Takes a sequence of 768 tokens.

points: 2.5
finding: tokens-are-768
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 130_289_762_304,
        "scores": 75_497_472 - 2 * 12 * 768 * 768,
        "values": -2 * 12 * 768 * 768,
        "corrected": 169_869_312 + 4 * 12 * 768 * 768,
    }
