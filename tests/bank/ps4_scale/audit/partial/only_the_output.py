"""Sees one error, and subtracts it.

points: 0.75
finding: output-projection-only
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 0,
        "scores": 0,
        "values": 0,
        "corrected": 130_535_129_088,
    }
