"""What is read and what is written, apart."""


def naive_traffic(n, d):
    read = 3 * n * d + 2 * n**2
    written = 2 * n**2 + n * d
    return read + written


def tiled_traffic(n, d, block):
    blocks = -(-n // block)
    read = n * d + blocks * (2 * n * d)
    written = n * (d + 1)
    return read + written


def roofline_seconds(flops, n_bytes, peak_flops, bandwidth):
    return sorted((flops / peak_flops, n_bytes / bandwidth))[1]
