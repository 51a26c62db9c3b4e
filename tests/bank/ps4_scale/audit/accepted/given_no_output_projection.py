"""Right but for the output projection, forgotten in N already.

given: parameters/partial/no_output_projection.py
finding: output_projection: authored
"""


def audit():
    return {
        "queries_keys_values": 32_572_440_576,
        "output_projection": 12 * 10_871_635_968,
        "scores": 56_623_104,
        "feed_forward": 86_859_841_536,
        "absent": -18_874_368,
        "corrected": 2 * (84_934_656 - 12 * 768**2) + 4 * 12 * 768 * 1024,
    }
