"""Scores and weighted sums of all 1,024 tokens.

points: 2
finding: pairs-of-all-tokens
"""


def audit():
    d, L, n = 768, 12, 1024
    all_scores = L * 2 * n * n * d
    found = {
        "queries_keys_values": L * 767 * 2 * 3 * d * d,
        "output_projection": L * (12 * 768 - 1) * 2 * d * d,
        "scores": L * 6_291_456 - all_scores,
        "feed_forward": L * 767 * 2 * 2 * d * 3072,
        "absent": -all_scores,
    }
    return found | {"corrected": 250_123_124_736 - sum(found.values())}
