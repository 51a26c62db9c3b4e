"""A cell that isn't Python.

finding: the answer cell: authored
"""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    weights = 2 * d_attn * d_in + d_out * d_in
  return weights + d_hidden * d_out + d_hidden
