"""64 keys in the place of 1,024, in scores and weighted sums.

points: 2.5
finding: sixty-four-keys
"""


def audit():
    L, d, H, e, n, f = 12, 768, 12, 64, 1024, 3072
    output = L * 11 * 2 * d**3
    one = 2 * (4 * d * d + 2 * d * f)
    tokens = L * 767 * one
    scores = L * H * (2 * e**3 - 2 * e * e)
    values = -L * H * 2 * e * e
    return {"output": output, "tokens": tokens, "scores": scores, "values": values,
            "corrected": 250_123_124_736 - output - tokens - scores - values}
