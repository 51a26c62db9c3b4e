"""An honest other convention: n multiplications and n − 1 additions.

points: 4.5
finding: dot-product-2n-1
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    return {
        "dyhat": L,
        "dw2": h * (2 * L - 1),
        "dH": L * h,
        "relu": 0,
        "dW1": h * o * (2 * L - 1),
        "dVt": L * o * (2 * h - 1),
        "dV": L * o * (2 * L - 1),
        "dA": L * L * (2 * o - 1),
        "softmax": L * (2 * L - 1) + 2 * L * L,
        "scale": L * L,
        "dQ": L * a * (2 * L - 1),
        "dK": L * a * (2 * L - 1),
        "dWq": a * i * (2 * L - 1),
        "dWk": a * i * (2 * L - 1),
        "dWv": o * i * (2 * L - 1),
    }
