"""Another function.

finding: one token: numbers-differ
"""

def layer_norm(x, gamma, beta, eps):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
