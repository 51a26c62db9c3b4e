"""Three operations of the softmax for each score.

points: 2.25
finding: softmax-charged(3)
"""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    d = n_heads * d_head
    return 4 * (n_t + n_s) * d**2 + 4 * n_t * n_s * d + 3 * n_heads * n_t * n_s
