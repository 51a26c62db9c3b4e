"""An output projection is counted, which this layer doesn't have.

points: 1.5
finding: output-projection
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * d_in * d_attn + d_in * d_out + d_out**2 + d_out * d_hidden + d_hidden
