"""Adds up the lines of a ledger."""


def ledger(L, i, a, o, h):
    return {
        "dyhat": L, "dw2": 2 * L * h, "dH": L * h, "relu": 0, "dW1": 2 * L * h * o,
        "dVt": 2 * L * h * o, "dV": 2 * L * L * o, "dA": 2 * L * L * o, "softmax": 4 * L * L,
        "scale": L * L, "dQ": 2 * L * L * a, "dK": 2 * L * L * a, "dWq": 2 * L * a * i,
        "dWk": 2 * L * a * i, "dWv": 2 * L * o * i,
    }


def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return sum(ledger(seq_len, d_in, d_attn, d_out, d_hidden).values())
