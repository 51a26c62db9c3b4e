"""Doesn't see what is missing, and corrects accordingly: that follows.

points: 3.25
finding: values-missing
finding: corrected: authored
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 130_289_762_304,
        "scores": 56_623_104,
        "values": 0,
        "corrected": 188_743_680,
    }
