"""Adds up what each step reads and writes."""


def naive_traffic(n, d):
    scores = n * d + n * d + n * n
    softmax = n * n + n * n
    outputs = n * n + n * d + n * d
    return scores + softmax + outputs


def tiled_traffic(n, d, block):
    n_blocks = n // block
    keys, values = n_blocks * n * d, n_blocks * n * d
    return n * d + keys + values + n * d + n


def roofline_seconds(flops, n_bytes, peak_flops, bandwidth):
    compute, traffic = flops / peak_flops, n_bytes / bandwidth
    return max(compute, traffic)
