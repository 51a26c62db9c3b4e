"""Right for one's own counts, whose errors cost their points above.

finding: right, given your counts
"""


def linear_attention_flops(seq_len, d_v, r):
    return 4 * seq_len * d_v * r + 4 * seq_len * r + seq_len * d_v


def quadratic_attention_flops(seq_len, d_v, r):
    return 2 * seq_len**2 * (r + d_v)


def crossover_length(d_v, r):
    n = 1
    while linear_attention_flops(n, d_v, r) >= quadratic_attention_flops(n, d_v, r):
        n += 1
    return n
