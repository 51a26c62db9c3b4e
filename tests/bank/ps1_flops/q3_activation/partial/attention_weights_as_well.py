"""The attention weights A are counted as well.

points: 0.5
finding: attention-weights-as-well
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len**2 + seq_len * d_out
