"""Charges every dot product in a loop."""


def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    flops = 0
    for token in range(seq_len):
        for hidden in range(d_hidden):
            flops += 2 * d_out
        flops += 2 * d_hidden
    return flops
