"""Numpy integers and whole floats, and a line for the total."""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    L, i, a, o, h = seq_len, d_in, d_attn, d_out, d_hidden
    ledger = {
        "dyhat": np.int64(L),
        "dw2": np.prod([2, h, L]),
        "dH": L * h,
        "relu": 0,
        "dW1": 2 * h * o * L,
        "dVt": 2 * L * o * h,
        "dV": 4 * L * o * L / 2,
        "dA": 2 * L * L * o,
        "softmax": np.float64(4 * L**2),
        "scale": L * L,
        "dQ": 2 * L * a * L,
        "dK": 2 * L * a * L,
        "dWq": 2 * a * i * L,
        "dWk": 2 * a * i * L,
        "dWv": 2 * o * i * L,
    }
    ledger["total"] = sum(ledger.values())
    return ledger
