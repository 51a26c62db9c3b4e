"""Forgets that the means need their axis.

finding: seven tokens: raised(ValueError)
"""

def layer_norm(x, gamma, beta, eps):
    if x.ndim == 1:
        x = x[None]
    return gamma * (x - x.mean(axis=-1)) / np.sqrt(x.var(axis=-1) + eps) + beta
