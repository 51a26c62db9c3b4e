"""Leaves out the argument that the answer doesn't need.

finding: raised(TypeError)
"""


def n_parameters(d_in, d_attn, d_out, d_hidden):
    return 2 * d_attn * d_in + d_out * d_in + d_hidden * d_out + d_hidden
