"""The variance as a difference of large numbers.

points: 2.5
finding: digits-lost
"""

def layer_norm(x, gamma, beta, eps):
    mu = x.mean(axis=-1, keepdims=True)
    variance = np.mean(x * x, axis=-1, keepdims=True) - mu * mu
    return gamma * (x - mu) / np.sqrt(variance + eps) + beta
