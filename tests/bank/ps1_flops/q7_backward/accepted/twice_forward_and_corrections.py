"""Starts from twice the forward products and corrects; divides on the way."""


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden

    forward_products = 4 * L * a * i + 2 * L * o * i + 2 * L**2 * (a + o) + 2 * L * h * o + 2 * L * h
    gradient_of_X = (8 * L * a * i + 4 * L * o * i) / 2
    return 2 * forward_products - gradient_of_X - L * h + 5 * L**2 + L
