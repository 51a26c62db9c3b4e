"""Finds no error.

finding: nothing-put-right
"""


def audit():
    return {
        "queries_keys_values": 0,
        "output_projection": 0,
        "scores": 0,
        "feed_forward": 0,
        "absent": 0,
        "corrected": 250_123_124_736,
    }
