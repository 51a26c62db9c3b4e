"""Never leaves its loop.

finding: not finished within
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    flops = 0
    while True:
        flops += 1
    return flops
