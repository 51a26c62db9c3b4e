"""Forms A X before the product with W_v.

points: 2
finding: a-x-first
"""

def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    def matmul(m, n, p):
        return 2 * m * n * p

    cost = 2 * matmul(seq_len, d_in, d_attn)
    cost += matmul(seq_len, d_attn, seq_len)
    cost += matmul(seq_len, seq_len, d_in)  # A X
    cost += matmul(seq_len, d_in, d_out)  # (A X) W_v^T
    return cost
