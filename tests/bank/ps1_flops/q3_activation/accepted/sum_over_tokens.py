"""Adds a token's share for each token."""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return sum(d_out for _ in range(seq_len))
