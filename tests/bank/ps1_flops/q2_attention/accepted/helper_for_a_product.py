"""A helper knows the cost of a matrix product; the answer lists the products."""


def product_flops(m, n, p):
    """FLOPs of an m × n times an n × p matrix."""
    return 2 * m * n * p


def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    queries = product_flops(seq_len, d_in, d_attn)
    keys = product_flops(seq_len, d_in, d_attn)
    values = product_flops(seq_len, d_in, d_out)
    scores = product_flops(seq_len, d_attn, seq_len)
    sums = product_flops(seq_len, seq_len, d_out)
    return queries + keys + values + scores + sums
