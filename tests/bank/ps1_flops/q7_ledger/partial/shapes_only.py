"""Two for each entry of an array, whatever is summed: another size is missing in each kind of line.

points: 2
finding: factor-missing(seq_len)
finding: factor-missing(d_hidden)
finding: factor-missing(d_out)
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    return {
        "dyhat": L,
        "dw2": 2 * h,
        "dH": L * h,
        "relu": 0,
        "dW1": 2 * h * o,
        "dVt": 2 * L * o,
        "dV": 2 * L * o,
        "dA": 2 * L * L,
        "softmax": 4 * L * L,
        "scale": L * L,
        "dQ": 2 * L * a,
        "dK": 2 * L * a,
        "dWq": 2 * a * i,
        "dWk": 2 * a * i,
        "dWv": 2 * o * i,
    }
