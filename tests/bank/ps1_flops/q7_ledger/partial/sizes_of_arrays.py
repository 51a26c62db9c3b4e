"""Each line is how many numbers its array holds, which is right where each takes one operation.

No product is right, so no line is excused as one more by the same mistake.

points: 1.5
finding: factor-missing(d_hidden, 1/2)
finding: sum-over-tokens-missing
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    return {
        "dyhat": L,
        "dw2": h,
        "dH": L * h,
        "relu": 0,
        "dW1": h * o,
        "dVt": L * o,
        "dV": L * o,
        "dA": L * L,
        "softmax": L * L,
        "scale": L * L,
        "dQ": L * a,
        "dK": L * a,
        "dWq": a * i,
        "dWk": a * i,
        "dWv": o * i,
    }
