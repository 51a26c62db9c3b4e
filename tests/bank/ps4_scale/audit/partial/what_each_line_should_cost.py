"""Gives what each line should cost.

points: 1.5
finding: should-cost
"""


def audit():
    L = 12
    cost = {"queries_keys_values": L * 2 * 3 * 768**2, "output_projection": L * 2 * 768**2,
            "scores": L * 12 * 2 * 64 * 1024, "feed_forward": L * 2 * 2 * 768 * 3072,
            "absent": L * 12 * 2 * 1024 * 64}
    return cost | {"corrected": sum(cost.values())}
