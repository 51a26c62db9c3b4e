"""Counts one map for keys and values in the line of the three maps, as in N.

given: parameters/partial/keys_and_values_shared.py
finding: queries_keys_values: authored
"""


def audit():
    return {
        "queries_keys_values": 768 * 42_467_328 - (12 * 2 * 768**2 + 12 * 2 * 2 * 768 * 64),
        "output_projection": 130_445_475_840,
        "scores": 56_623_104,
        "feed_forward": 86_859_841_536,
        "absent": -18_874_368,
        "corrected": 207_618_048,
    }
