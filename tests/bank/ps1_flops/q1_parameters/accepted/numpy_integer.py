"""Returns a numpy integer."""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    shapes = [(d_attn, d_in), (d_attn, d_in), (d_out, d_in), (d_hidden, d_out), (d_hidden,)]
    return np.sum([np.prod(shape) for shape in shapes])
