"""Right but for the output projection, forgotten in N already.

given: parameters/partial/no_output_projection.py
finding: tokens: authored
"""


def audit():
    return {
        "output": 119_587_995_648,
        "tokens": 767 * 2 * (84_934_656 - 12 * 768**2),
        "scores": 56_623_104,
        "values": -18_874_368,
        "corrected": 2 * (84_934_656 - 12 * 768**2) + 4 * 12 * 768 * 1024,
    }
