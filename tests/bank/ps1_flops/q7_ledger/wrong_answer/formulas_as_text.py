"""Returns formulas instead of counts.

finding: dw2: no-number
"""


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    products = "dw2 dW1 dVt dV dA dQ dK dWq dWk dWv".split()
    return {line: "2mnp" for line in products}
