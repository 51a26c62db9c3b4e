"""ε added to σ.

points: 1.5
finding: eps-added-to-deviation
"""

def layer_norm_radius(gamma, variance, d, eps):
    sigma = np.sqrt(variance)
    return abs(gamma) * np.sqrt(d) * sigma / (sigma + eps)
