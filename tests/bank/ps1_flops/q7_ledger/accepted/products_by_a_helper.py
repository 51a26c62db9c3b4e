"""A helper knows the cost of a product."""


def product(m, n, p):
    return 2 * m * n * p


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    ledger = {"dyhat": seq_len, "dH": seq_len * d_hidden, "relu": 0}
    ledger["dw2"] = product(d_hidden, seq_len, 1)
    ledger["dW1"] = product(d_hidden, seq_len, d_out)
    ledger["dVt"] = product(seq_len, d_hidden, d_out)
    ledger["dV"] = product(seq_len, seq_len, d_out)
    ledger["dA"] = product(seq_len, d_out, seq_len)
    ledger["softmax"] = 4 * seq_len**2
    ledger["scale"] = seq_len**2
    ledger["dQ"] = ledger["dK"] = product(seq_len, seq_len, d_attn)
    ledger["dWq"] = ledger["dWk"] = product(d_attn, seq_len, d_in)
    ledger["dWv"] = product(d_out, seq_len, d_in)
    return ledger
