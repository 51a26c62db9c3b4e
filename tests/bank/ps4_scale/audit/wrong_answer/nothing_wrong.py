"""Finds no error.

finding: nothing-put-right
"""


def audit():
    return {
        "output": 0,
        "tokens": 0,
        "scores": 0,
        "values": 0,
        "corrected": 250_123_124_736,
    }
