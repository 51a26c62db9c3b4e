"""Counts in loops, dot product by dot product."""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    def dots(rows, columns, length):
        flops = 0
        for _ in range(rows):
            for _ in range(columns):
                flops += 2 * length
        return flops

    softmax = 0
    for _ in range(seq_len):
        softmax += 2 * seq_len  # the row's dot product
        softmax += seq_len + seq_len  # a subtraction and a multiplication per entry
    return {
        "dyhat": sum(1 for _ in range(seq_len)),
        "dw2": dots(d_hidden, 1, seq_len),
        "dH": seq_len * d_hidden,
        "relu": 0,
        "dW1": dots(d_hidden, d_out, seq_len),
        "dVt": dots(seq_len, d_out, d_hidden),
        "dV": dots(seq_len, d_out, seq_len),
        "dA": dots(seq_len, seq_len, d_out),
        "softmax": softmax,
        "scale": seq_len**2,
        "dQ": dots(seq_len, d_attn, seq_len),
        "dK": dots(seq_len, d_attn, seq_len),
        "dWq": dots(d_attn, d_in, seq_len),
        "dWk": dots(d_attn, d_in, seq_len),
        "dWv": dots(d_out, d_in, seq_len),
    }
