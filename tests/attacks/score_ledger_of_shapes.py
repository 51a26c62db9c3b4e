"""A ledger in which each line is the number of entries of its array: no product is counted. Its sum
and its products follow from it.

Must happen: lines are one more by the same mistake only in a ledger that rests on right products, so
each earns for itself; what follows from such a ledger isn't right.
"""

LEDGER = """
def backward_ledger(L, d_in, d_attn, d_out, d_hidden):
    return {"dyhat": L, "dw2": d_hidden, "dH": L*d_hidden, "relu": 0, "dW1": d_hidden*d_out,
            "dVt": L*d_out, "dV": L*d_out, "dA": L*L, "softmax": 4*L*L, "scale": L*L,
            "dQ": L*d_attn, "dK": L*d_attn, "dWq": d_attn*d_in, "dWk": d_attn*d_in,
            "dWv": d_out*d_in}
"""
TOTAL = "def backward_flops(*sizes):\n    return sum(backward_ledger(*sizes).values())"
PRODUCTS = """
def backward_product_flops(*sizes):
    ledger = backward_ledger(*sizes)
    free = ("dyhat", "relu", "scale", "softmax")
    return sum(count for line, count in ledger.items() if line not in free) + ledger["dH"]
"""
ASSIGNMENT = "ps1_flops"
HAND_INS = [{"q7_ledger": LEDGER, "q7_backward": TOTAL, "q7_products": PRODUCTS}]
# Five lines of fifteen are right, none of them a product; and dyhat.
EARNS = {"q7_ledger": 5 * 6 / 15, "q7_backward": 0.25, "q7_products": 0.0}
