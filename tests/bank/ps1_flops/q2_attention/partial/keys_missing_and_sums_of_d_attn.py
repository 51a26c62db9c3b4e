"""Two slips: no keys, and the weighted sums are d_attn wide. Another pair comes to the same.

points: 1
finding: missing
finding: size-in-place-of(the weighted sums)
finding: seq_len²·d_out: wrong-term
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    projections = 2 * seq_len * d_in * (d_attn + d_out)
    return projections + 4 * seq_len**2 * d_attn
