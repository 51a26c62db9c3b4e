"""Takes three arguments.

finding: raised(TypeError)
"""


def head_weights(n, d, n_heads):
    return 4 * d**2


def head_flops(n, d, n_heads):
    return 8 * n * d**2
