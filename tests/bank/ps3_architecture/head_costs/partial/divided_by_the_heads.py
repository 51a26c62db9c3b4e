"""Works the width of a head out, and doesn't look at the argument.

points: 2
finding: size-in-place-of(d // n_heads, d_head)
"""


def head_weights(n, d, n_heads, d_head):
    return 4 * n_heads * d * (d // n_heads)


def head_flops(n, d, n_heads, d_head):
    return 8 * n * n_heads * d * (d // n_heads) + 4 * n**2 * n_heads * (d // n_heads)
