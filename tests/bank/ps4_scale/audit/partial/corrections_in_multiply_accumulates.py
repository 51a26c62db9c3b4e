"""What belongs there in multiply–accumulates, in a calculation in FLOPs.

points: 3
finding: multiply-accumulates
"""


def audit():
    printed = 250_123_124_736
    output = 12 * 11 * 2 * 768**3
    tokens = printed - output - 12 * 12 * 2 * 64**3 - 12 * (4 * 768**2 + 2 * 768 * 3072)
    scores = 144 * (2 * 64**3 - 64 * 1024)
    values = -144 * 1024 * 64
    return {"output": output, "tokens": tokens, "scores": scores, "values": values,
            "corrected": printed - output - tokens - scores - values}
