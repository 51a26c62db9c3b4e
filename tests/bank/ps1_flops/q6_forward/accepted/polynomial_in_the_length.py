"""A polynomial in the length, by Horner's scheme, in floats."""

def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    square = 2 * (d_attn + d_out)
    linear = 2 * d_in * (2 * d_attn + d_out) + 2 * d_hidden * (d_out + 1) + 3
    return np.polyval([float(square), float(linear), 0.0], seq_len)
