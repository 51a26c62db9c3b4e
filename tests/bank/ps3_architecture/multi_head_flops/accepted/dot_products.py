"""Counts dot products by their length; a float."""


def multi_head_flops(n_t, n_s, d_head, n_heads):
    d = float(d_head * n_heads)
    lengths = {d: (2 * n_t + 2 * n_s) * d, float(d_head): n_heads * n_t * n_s}
    weighted = {float(n_s): n_heads * n_t * d_head}
    total = 0.0
    for table in (lengths, weighted):
        for length, number in table.items():
            total += 2 * length * number
    return total if d_head != d else 4 * (n_t + n_s) * d**2 + 4 * n_t * n_s * d
