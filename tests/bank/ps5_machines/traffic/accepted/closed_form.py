"""Formulas, multiplied out."""


def naive_traffic(n, d):
    return 4 * n * (n + d)


def tiled_traffic(n, d, block):
    return n * (2 * d + 1) + 2 * n * n * d // block


def roofline_seconds(flops, n_bytes, peak_flops, bandwidth):
    return n_bytes / bandwidth if flops * bandwidth < n_bytes * peak_flops else flops / peak_flops
