"""Four biases as wide as a token; all of them charged.

points: 3
finding: four-biases
finding: biases-charged
"""


def head_weights(n, d, n_heads, d_head):
    return 4 * d * n_heads * d_head + 4 * d


def head_flops(n, d, n_heads, d_head):
    return 8 * n * d * n_heads * d_head + 4 * n**2 * n_heads * d_head + 3 * n * n_heads * d_head + n * d
