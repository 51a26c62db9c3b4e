"""The cost for a single token of the sequence.

points: 2
finding: factor-missing(seq_len)
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    return 4 * a * i + 2 * o * i + 2 * L * (a + o)
