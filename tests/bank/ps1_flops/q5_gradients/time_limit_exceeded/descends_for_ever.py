"""Runs gradient descent until the loss is zero.

finding: not-in-time
"""


def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    while squared_loss(X, y, W_q, W_k, W_v, W_1, w_2) > 0:
        w_2 = w_2 - 1e-12
    return {}
