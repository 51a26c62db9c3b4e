"""Takes S for symmetric, and computes its diagonal and what is on one side of it.

points: 2
finding: half-of-the-scores
"""


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    projections = 2 * seq_len * d_in * (2 * d_attn + d_out)
    pairs = sum(1 for i in range(seq_len) for j in range(i + 1))
    return projections + 2 * pairs * d_attn + 2 * seq_len**2 * d_out
