"""H (D/H)² in all.

finding: this is one e × e matrix per head
finding: this is a constant: it doesn
"""


def head_weights(n, d, n_heads, d_head):
    return n_heads * (d // n_heads) ** 2


def head_flops(n, d, n_heads, d_head):
    return 0 * n + 7
