"""Runs the given layer and asks for the size of the array."""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    X, y, *weights = random_layer(seq_len, d_in, d_attn, d_out, d_hidden)
    return forward(X, *weights)["V_tilde"].size
