"""eps above and below.

points: 1.5
finding: eps-added-to-deviation
"""


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean + eps) / np.sqrt(variance + eps) + beta
