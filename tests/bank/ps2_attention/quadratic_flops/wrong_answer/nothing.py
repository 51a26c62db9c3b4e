"""Says that it is free.

finding: nothing-computed
"""


def quadratic_attention_flops(seq_len, d_v, r):
    return 0
