"""The number of heads is missing in the attention term.

points: 1
finding: of all heads count, not those of one
finding: it grows too slowly
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return (n_t + n_s) * (d_head * n_heads) ** 2 + n_t * n_s * d_head
