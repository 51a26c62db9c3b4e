"""gamma and beta exchanged.

points: 1.5
finding: gamma-and-beta-exchanged
"""

def layer_norm(x, gamma, beta, eps):
    mu = x.mean(axis=-1, keepdims=True)
    return beta * (x - mu) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + gamma
