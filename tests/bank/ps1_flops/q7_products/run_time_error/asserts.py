"""Checks its input by an assertion that is wrong.

finding: raised(AssertionError)
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    assert seq_len > d_in, 'sequence too short'
    return 4 * seq_len * d_in
