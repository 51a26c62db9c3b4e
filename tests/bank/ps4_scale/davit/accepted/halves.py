"""Multiply–accumulates, divided by a half."""

def patch_attention_flops(n, d):
    macs = n * d * n + n * n * d
    return macs / 0.5


def channel_attention_flops(n, d):
    macs = d * n * d + d * d * n
    return macs / 0.5
