"""Each function returns what the other one should.

finding: asks-for(head_flops)
finding: asks-for(head_weights)
"""


def head_weights(n, d, n_heads, d_head):
    return 8 * n * d * n_heads * d_head + 4 * n**2 * n_heads * d_head


def head_flops(n, d, n_heads, d_head):
    return 4 * d * n_heads * d_head
