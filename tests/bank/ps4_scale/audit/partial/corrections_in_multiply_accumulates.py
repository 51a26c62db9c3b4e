"""The right numbers in multiply–accumulates, in a calculation in FLOPs.

points: 2.25
finding: multiply-accumulates
"""


def audit():
    L, d, F, n = 12, 768, 3072, 1024
    right = {"queries_keys_values": 3 * d * d, "output_projection": d * d, "scores": n * d,
             "feed_forward": 2 * d * F, "absent": n * d}
    printed = {"queries_keys_values": 2_717_908_992, "output_projection": 10_871_635_968,
               "scores": 6_291_456, "feed_forward": 2 * 3_623_878_656, "absent": 0}
    amounts = {name: L * (printed[name] - right[name]) for name in right}
    return amounts | {"corrected": L * sum(right.values())}
