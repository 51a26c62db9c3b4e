"""Returns the arrays of the forward pass.

finding: W_q: no-such-key
"""


def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    return forward(X, W_q, W_k, W_v, W_1, w_2)
