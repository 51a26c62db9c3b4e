"""All heads share keys and values: as cheap as those of a slice in each head.

points: 1
finding: keys-and-values-of-a-slice
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    width = n_heads * d_head
    return n_t * width**2 + n_s * width * d_head + n_t * n_s * width
