"""One array in place of three.

finding: dx: not-expected
"""

def layer_norm_backward(dy, x, gamma, eps):
    s = np.sqrt(x.var(axis=1, keepdims=True) + eps)
    return dy * gamma / s
