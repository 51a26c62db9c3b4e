"""Calls functions for the parts, as a student does who reuses earlier answers."""


def attention(n, i, a, o):
    return 2 * n * i * (2 * a + o) + 2 * n * n * (a + o)


def feed_forward(n, o, h):
    return 2 * n * h * o + 2 * n * h


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return attention(seq_len, d_in, d_attn, d_out) + feed_forward(seq_len, d_out, d_hidden) + 3 * seq_len
