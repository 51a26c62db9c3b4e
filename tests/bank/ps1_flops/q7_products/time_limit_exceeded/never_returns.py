"""Guesses until it is right, and never is.

finding: not-in-time
"""


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    guess = 0
    while guess < 1:
        guess = np.random.rand()
    return guess
