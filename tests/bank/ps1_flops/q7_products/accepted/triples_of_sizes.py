"""The eleven products as triples of sizes."""

from math import prod


def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, c, h = seq_len, d_in, d_attn, d_out, d_hidden
    triples = [(h, L, 1), (L, 1, h), (h, L, c), (L, h, c), (L, L, c), (L, c, L)]
    triples += [(L, L, a), (L, L, a), (a, L, i), (a, L, i), (c, L, i)]
    return 2 * sum(map(prod, triples))
