"""Keeps a count from call to call.

finding: asked-twice
"""


flops = 0


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    global flops
    flops += 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in + 2 * seq_len**2 * (d_attn + d_out)
    return flops
