"""Adds up pairs of patches without an end.

finding: not-in-time
"""

from itertools import count


def patch_attention_flops(n, d):
    return sum(4 * d for _ in count())


def channel_attention_flops(n, d):
    return sum(4 * n for _ in count())
