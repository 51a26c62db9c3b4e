"""Counts token by token, and pair by pair."""

def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    flops = 0
    for t in range(seq_len):
        flops += 1 + 2 * d_hidden + d_hidden + 2 * (2 * d_hidden * d_out)
        flops += sum(2 * rows * d_in for rows in (d_attn, d_attn, d_out))
        for s in range(seq_len):
            flops += 2 * d_out + 2 * d_out + 2 * d_attn + 2 * d_attn
            flops += 2 + 1 + 1 + 1
    return flops
