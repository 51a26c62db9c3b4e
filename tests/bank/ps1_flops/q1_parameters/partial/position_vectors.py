"""A vector for each position is counted, which this layer doesn't have.

points: 1.5
finding: position-vectors
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * d_in + 2 * d_in * d_attn + d_in * d_out + d_out * d_hidden + d_hidden
