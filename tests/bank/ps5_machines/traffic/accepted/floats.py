"""Floats without a fraction, and a quotient that isn't cut."""


def naive_traffic(n, d):
    return 4.0 * n * n + 4.0 * n * d


def tiled_traffic(n, d, block):
    return 2.0 * n * d * (1 + n / block) + n


def roofline_seconds(flops, n_bytes, peak_flops, bandwidth):
    ridge = peak_flops / bandwidth
    bound = min(1.0, flops / n_bytes / ridge)
    return flops / (peak_flops * bound)
