"""Forgets keepdims.

finding: dx: raised(ValueError)
"""

def layer_norm_backward(dy, x, gamma, eps):
    s = np.sqrt(x.var(axis=1) + eps)
    z = np.subtract(x, x.mean(axis=1)[:, None]) @ x / s
    return dy * z, (dy * z).sum(0), dy.sum(0)
    
