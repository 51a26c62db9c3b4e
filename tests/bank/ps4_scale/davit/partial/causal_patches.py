"""Patches see only earlier ones.

points: 2.25
finding: causal-patches
"""


def patch_attention_flops(n, d): return 2 * n * (n + 1) * d
def channel_attention_flops(n, d): return 4 * n * d * d
