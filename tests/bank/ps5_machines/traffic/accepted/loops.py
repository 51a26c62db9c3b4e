"""Goes through the blocks, and a block's rows, one by one."""


def naive_traffic(n, d):
    moved = 0
    for reads, writes in ([n * d, n * d], n * n), ([n * n], n * n), ([n * n, n * d], n * d):
        moved += sum(reads) + writes
    return moved


def tiled_traffic(n, d, block):
    moved = 0
    for start in range(0, n, block):
        moved += block * d
        for other in range(0, n, block):
            moved += 2 * block * d
        for row in range(start, start + block):
            moved += d + 1
    return moved


def roofline_seconds(flops, n_bytes, peak_flops, bandwidth):
    seconds = flops / peak_flops
    if n_bytes / bandwidth > seconds:
        seconds = n_bytes / bandwidth
    return seconds
