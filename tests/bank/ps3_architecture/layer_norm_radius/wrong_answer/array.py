"""A length for every feature.

finding: array-shape
"""

def layer_norm_radius(gamma, variance, d, eps):
    return np.full(d, abs(gamma) * np.sqrt(variance / (variance + eps)))
