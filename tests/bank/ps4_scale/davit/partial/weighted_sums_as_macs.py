"""Scores in FLOPs, weighted sums in multiply–accumulates: the same convention, in one of the two
products of a term.

points: 1.5
finding: patch_attention_flops: in-short: without-additions
finding: channel_attention_flops: in-short: without-additions
"""


def patch_attention_flops(n, d):
    return 2 * n * n * d + n * n * d


def channel_attention_flops(n, d):
    return 2 * n * d * d + n * d * d
