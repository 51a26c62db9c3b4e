"""A logarithm too much.

points: 0.5
finding: growth-differs
"""


def multi_head_growth(n_t, n_s, d_head, n_heads):
    return (n_t + n_s) * (d_head * n_heads) ** 2 + n_t * n_s * d_head * n_heads * math.log(1 + n_heads)
