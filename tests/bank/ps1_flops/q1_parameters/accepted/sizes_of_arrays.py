"""Makes the arrays and asks numpy for their sizes."""


def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    shapes = [(d_attn, d_in), (d_attn, d_in), (d_out, d_in), (d_hidden, d_out), (d_hidden,)]
    return sum(np.zeros(shape).size for shape in shapes)
