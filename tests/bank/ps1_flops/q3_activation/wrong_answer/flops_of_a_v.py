"""These are the FLOPs of A V; the question asks for the numbers in it.

finding: flops-of-a-v
"""


def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    return 2 * seq_len**2 * d_out
