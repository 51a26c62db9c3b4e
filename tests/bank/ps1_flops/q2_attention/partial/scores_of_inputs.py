"""Takes the scores of the tokens themselves, not of queries and keys.

points: 2
finding: size-in-place-of(the scores, d_in, d_attn)
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    return 2 * L * i * (2 * a + o) + 2 * L * L * i + 2 * L * L * o
