"""Says so where a block doesn't fit; the mean and half the difference."""


def naive_traffic(n, d):
    if n < 1 or d < 1:
        raise ValueError("sizes are at least 1")
    return 4 * n * d + (n**2 << 2)


def tiled_traffic(n, d, block):
    count, rest = divmod(n, block)
    if rest:
        raise ValueError("block divides n")
    return 2 * (count + 1) * n * d + n


def roofline_seconds(flops, n_bytes, peak_flops, bandwidth):
    a, b = flops / peak_flops, n_bytes / bandwidth
    return (a + b + abs(a - b)) / 2
