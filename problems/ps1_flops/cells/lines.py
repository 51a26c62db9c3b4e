# The lines of the ledger, and the steps of the rule of thumb.
LEDGER_LINES = ["dyhat", "dw2", "dH", "relu", "dW1", "dVt", "dV", "dA", "softmax", "scale"]
LEDGER_LINES += ["dQ", "dK", "dWq", "dWk", "dWv"]
STEPS = ["projections", "products", "softmax", "feed_forward", "loss"]
