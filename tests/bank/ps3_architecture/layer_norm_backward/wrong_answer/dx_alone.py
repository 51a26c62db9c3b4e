"""One array in place of three.

finding: expected (dx, dgamma, dbeta)
"""

def layer_norm_backward(dy, x, gamma, eps):
    s = np.sqrt(x.var(axis=1, keepdims=True) + eps)
    return dy * gamma / s
