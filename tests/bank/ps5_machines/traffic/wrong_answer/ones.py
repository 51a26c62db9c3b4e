"""One, whatever is asked.

finding: constant(1)
"""


def naive_traffic(n, d):
    return 1


def tiled_traffic(n, d, block):
    return 1


def roofline_seconds(flops, n_bytes, peak_flops, bandwidth):
    return 1.0
