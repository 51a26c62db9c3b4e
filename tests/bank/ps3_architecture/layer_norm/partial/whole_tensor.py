"""One mean and one variance for all.

points: 0.5
finding: moments-of-all
"""

def layer_norm(x, gamma, beta, eps):
    return gamma * (x - np.mean(x)) / np.sqrt(np.var(x) + eps) + beta
