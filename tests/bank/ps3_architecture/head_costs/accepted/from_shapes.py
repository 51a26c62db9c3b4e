"""numpy multiplies the shapes; the counts are numpy integers."""

import numpy as np

SHAPES = "heads e d", "heads e d", "heads e d", "d heads e"


def head_weights(n, d, n_heads, d_head):
    size = {"heads": n_heads, "e": d_head, "d": d}
    return np.sum([np.prod([size[name] for name in shape.split()]) for shape in SHAPES])


def head_flops(n, d, n_heads, d_head):
    queries = 2 * np.prod([n, d, n_heads * d_head])
    scores = 2 * np.prod([n_heads, n, n, d_head])
    return 4 * queries + 2 * scores
