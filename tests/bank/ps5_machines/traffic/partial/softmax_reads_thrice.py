"""The softmax reads S for the maximum, for the sum and for the quotients.

points: 3.25
finding: scores-read-again
"""


def naive_traffic(n, d):
    return 4 * n * d + 6 * n * n


def tiled_traffic(n, d, block):
    return 2 * n * d + (n // block) * 2 * n * d + n


def roofline_seconds(flops, n_bytes, peak_flops, bandwidth):
    return max(flops / peak_flops, n_bytes / bandwidth)
