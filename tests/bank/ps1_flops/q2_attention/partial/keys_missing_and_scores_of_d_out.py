"""Two slips: no keys, and the scores are dot products of length d_out.

points: 1
finding: missing
finding: size-in-place-of(the scores)
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    projections = 2 * seq_len * d_in * (d_attn + d_out)
    return projections + 4 * seq_len**2 * d_out
