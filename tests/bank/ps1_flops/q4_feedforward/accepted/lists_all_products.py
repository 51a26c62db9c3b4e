"""Lists every multiplication with its addition, and counts."""

from itertools import product


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    tokens, hidden, values = range(seq_len), range(d_hidden), range(d_out)
    W1 = sum(2 for _ in product(tokens, hidden, values))
    w2 = sum(2 for _ in product(tokens, hidden))
    return W1 + w2
