"""Has the sign the wrong way round.

finding: seq_len·d_in·d_attn: wrong-term
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return -2 * seq_len * (d_in * (2 * d_attn + d_out) + seq_len * (d_attn + d_out))
