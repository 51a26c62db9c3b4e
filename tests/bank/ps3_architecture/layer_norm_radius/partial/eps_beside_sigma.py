"""ε added to σ.

points: 1.25
finding: eps is added to the variance, under the root, not to σ
"""

def layer_norm_radius(gamma, variance, d, eps):
    sigma = np.sqrt(variance)
    return abs(gamma) * np.sqrt(d) * sigma / (sigma + eps)
