"""64 keys in the place of 1,024, in scores and weighted sums.

points: 2
finding: sixty-four-keys
"""


def audit():
    L, d, H, e, f = 12, 768, 12, 64, 3072
    amounts = {
        "queries_keys_values": L * 767 * 2 * 3 * d * d,
        "output_projection": L * 2 * (d * d * d * H - d * d),
        "scores": L * H * (2 * e**3 - 2 * e * e),
        "feed_forward": L * 767 * 2 * 2 * d * f,
        "absent": -L * H * 2 * e * e,
    }
    return {**amounts, "corrected": 250_123_124_736 - sum(amounts.values())}
