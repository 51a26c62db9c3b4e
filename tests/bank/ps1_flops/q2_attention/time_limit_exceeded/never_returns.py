"""Never leaves its loop.

finding: not-in-time
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    flops = 0
    while True:
        flops += 1
    return flops
