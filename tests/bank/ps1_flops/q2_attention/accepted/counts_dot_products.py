"""Walks through the computation and charges every dot product."""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    flops = 0
    for _ in range(seq_len):
        flops += 2 * d_attn * (2 * d_in) + d_out * (2 * d_in)  # q, k and v of this token
    for _ in range(seq_len):
        for _ in range(seq_len):
            flops += 2 * d_attn  # a score
        for _ in range(d_out):
            flops += 2 * seq_len  # an entry of a weighted sum
    return flops
