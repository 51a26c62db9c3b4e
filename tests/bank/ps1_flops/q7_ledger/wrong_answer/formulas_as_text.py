"""Returns formulas instead of counts.

finding: expected a whole number, not the str '2mnp'
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    products = "dw2 dW1 dVt dV dA dQ dK dWq dWk dWv".split()
    return {line: "2mnp" for line in products}
