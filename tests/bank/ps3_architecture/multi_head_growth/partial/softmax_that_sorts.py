"""The softmax takes a logarithm of the length for each score.

points: 1
finding: softmax-with-a-logarithm
"""


import math


def multi_head_growth(n_t, n_s, d_head, n_heads):
    d = d_head * n_heads
    softmax = n_t * n_s * n_heads * (1 + int(math.log2(n_s)))
    return n_t * n_s * d + (n_t + n_s) * d * d + softmax
