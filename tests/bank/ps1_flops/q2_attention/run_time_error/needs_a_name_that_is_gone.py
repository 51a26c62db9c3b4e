"""Uses a variable of a cell that was deleted.

finding: raised(NameError)
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * seq_len * d_in * width + 2 * seq_len**2 * d_out
