"""The standard deviation under the root.

points: 1.5
finding: deviation-under-the-root
"""


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(np.sqrt(variance) + eps) + beta
