"""Takes one argument.

finding: raised(TypeError)
"""


def naive_traffic(n):
    return 4 * n


def tiled_traffic(n):
    return 4 * n


def roofline_seconds(flops):
    return flops
