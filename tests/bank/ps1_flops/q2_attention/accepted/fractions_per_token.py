"""The cost of a token in fractions, of the mean of queries and keys, times the tokens."""

from fractions import Fraction


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    def average_dot_products(width):  # (2 * d_in * width) and what meets the other tokens
        return Fraction(4 * width * (d_in + seq_len), 2)

    per_token = average_dot_products(d_attn) + average_dot_products(d_out) + 2 * d_in * d_attn
    return int(per_token * seq_len)
