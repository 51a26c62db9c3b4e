"""No return.

finding: nothing-returned
"""

def layer_norm_backward(dy, x, gamma, eps):
    dbeta = dy.sum(axis=0)
