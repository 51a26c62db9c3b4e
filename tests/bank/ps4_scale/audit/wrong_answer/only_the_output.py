"""Sees one error, and subtracts it.

finding: output-projection-only
"""


def audit():
    return {
        "queries_keys_values": 0,
        "output_projection": 119_587_995_648,
        "scores": 0,
        "feed_forward": 0,
        "absent": 0,
        "corrected": 130_535_129_088,
    }
