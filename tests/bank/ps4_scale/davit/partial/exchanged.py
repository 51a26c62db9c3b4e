"""The two have changed places.

points: 1.5
finding: functions-exchanged
"""

def patch_attention_flops(n, d):
    return 4 * d**2 * n


def channel_attention_flops(n, d):
    return 4 * d * n**2
