"""Breaks where gamma is a number.

points: 2.5
finding: numbers as gamma and beta: raised(TypeError)
"""

def layer_norm(x, gamma, beta, eps):
    mu = x.mean(axis=-1, keepdims=True)
    return gamma[None] * (x - mu).reshape(-1, len(gamma)) / np.sqrt(
        x.var(axis=-1, keepdims=True).reshape(-1, 1) + eps
    ) + beta if x.ndim == 2 else gamma * (x - mu) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta[:]
