"""D² for each pair of tokens, and nothing else.

finding: n_t·n_s·d_head·n_heads: wrong-term
"""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    return (d_head * n_heads) ** 2 * n_t * n_s
