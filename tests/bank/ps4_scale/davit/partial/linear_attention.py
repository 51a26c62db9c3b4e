"""Patches by linear attention: keys meet values first.

points: 2.25
finding: exchanged-or-linear
"""


def patch_attention_flops(n, d):
    keys_values = 2 * d * n * d
    queries = 2 * n * d * d
    return keys_values + queries


def channel_attention_flops(n, d):
    return 4 * n * d * d
