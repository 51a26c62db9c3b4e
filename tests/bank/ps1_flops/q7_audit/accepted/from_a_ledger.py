"""Sums lines of a ledger of its own, and returns floats."""


def ledger(L, i, a, o, h):
    lines = {"dyhat": L, "dH": L * h, "relu": 0, "softmax": 4 * L**2, "scale": L**2}
    lines |= dict.fromkeys(["dW1", "dVt"], 2 * L * o * h) | {"dw2": 2 * L * h}
    lines |= dict.fromkeys(["dV", "dA"], 2 * L * L * o)
    lines |= dict.fromkeys(["dQ", "dK"], 2 * L * L * a)
    lines |= dict.fromkeys(["dWq", "dWk"], 2 * L * a * i) | {"dWv": 2 * L * o * i}
    return lines


def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    book = ledger(seq_len, d_in, d_attn, d_out, d_hidden)
    excess = {
        "projections": 2.0 * (book["dWq"] + book["dWk"] + book["dWv"]),
        "products": 2.0 * 2 * seq_len**2 * (d_attn + d_out),
        "softmax": 0.0,
        "feed_forward": 4.0 * seq_len * d_hidden * (d_out + 1),
        "loss": 6.0 * seq_len,
    }
    steps = {
        "projections": "dWq dWk dWv",
        "products": "dV dA dQ dK",
        "softmax": "softmax scale",
        "feed_forward": "dw2 dH relu dW1 dVt",
        "loss": "dyhat",
    }
    for step, lines in steps.items():
        for line in lines.split():
            excess[step] -= book[line]
    return excess
