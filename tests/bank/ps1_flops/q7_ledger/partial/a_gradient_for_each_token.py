"""Each token adds a whole gradient to every array of weights, as back-propagation through time does.

points: 5.2
finding: sum-over-queries-done-once
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    return {
        "dyhat": L,
        "dw2": L * 2 * L * d_hidden,
        "dH": L * d_hidden,
        "relu": 0,
        "dW1": L * 2 * L * d_hidden * d_out,
        "dVt": 2 * L * d_hidden * d_out,
        "dV": 2 * L * L * d_out,
        "dA": 2 * L * L * d_out,
        "softmax": 4 * L * L,
        "scale": L * L,
        "dQ": 2 * L * L * d_attn,
        "dK": 2 * L * L * d_attn,
        "dWq": L * 2 * L * d_attn * d_in,
        "dWk": L * 2 * L * d_attn * d_in,
        "dWv": L * 2 * L * d_out * d_in,
    }
