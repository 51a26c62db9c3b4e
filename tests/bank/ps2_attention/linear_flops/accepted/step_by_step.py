"""Step by step."""


def linear_attention_flops(seq_len, d_v, r):
    def product(m, n, p):
        return 2 * m * n * p

    state = product(d_v, seq_len, r) + seq_len * r
    read = product(d_v, r, seq_len) + product(1, r, seq_len)
    return state + read + d_v * seq_len
