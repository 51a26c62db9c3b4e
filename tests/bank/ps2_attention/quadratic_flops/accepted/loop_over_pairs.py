"""Counts pair by pair."""


def quadratic_attention_flops(seq_len, d_v, r):
    flops = 0
    for query in range(seq_len):
        for key in range(seq_len):
            flops += 2 * r  # product of features
            flops += 1  # added to the normaliser
            flops += 1  # division
            flops += 2 * d_v  # weighted value
    return flops
