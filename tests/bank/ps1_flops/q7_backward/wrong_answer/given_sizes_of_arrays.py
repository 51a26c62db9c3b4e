"""The sum of a ledger that holds the sizes of arrays.

given: q7_ledger/partial/sizes_of_arrays.py
finding: d_in·d_attn: wrong-term
"""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    hidden = h + L * h + h * o + L * o
    return L + hidden + L * o + 3 * L * L + 2 * L * a + 2 * a * i + o * i
