"""Takes a FLOP for a byte and gives the bits.

finding: times-number(8)
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    return 8 * (4 * L * a * i + 2 * L * o * i + 2 * L * L * (a + o))
