"""Divides by zero.

finding: raised(ZeroDivisionError)
"""

def patch_attention_flops(n, d):
    return n / 0


def channel_attention_flops(n, d):
    return n // 0
