"""H (D/H)², as a printed solution has it, for each of the three matrices, and no FLOPs.

finding: no-polynomial
"""


def head_weights(n, d, n_heads, d_head):
    return 3 * n_heads * (d // n_heads) ** 2


def head_flops(n, d, n_heads, d_head):
    return 6 * n * n_heads * (d // n_heads) ** 2
