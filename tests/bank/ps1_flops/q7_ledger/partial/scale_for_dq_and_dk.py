"""The scale once for dQ and once for dK, and a dH of 2.

points: 5.2
finding: scale-for-each
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    L = seq_len
    return {
        "dyhat": L,
        "dw2": 2 * L * d_hidden,
        "dH": 2 * L * d_hidden,
        "relu": 0,
        "dW1": 2 * L * d_hidden * d_out,
        "dVt": 2 * L * d_hidden * d_out,
        "dV": 2 * L * L * d_out,
        "dA": 2 * L * L * d_out,
        "softmax": 4 * L * L,
        "scale": 2 * L * L,
        "dQ": 2 * L * L * d_attn,
        "dK": 2 * L * L * d_attn,
        "dWq": 2 * L * d_attn * d_in,
        "dWk": 2 * L * d_attn * d_in,
        "dWv": 2 * L * d_out * d_in,
    }
