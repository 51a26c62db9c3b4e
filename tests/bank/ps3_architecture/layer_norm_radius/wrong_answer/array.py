"""A length for every feature.

finding: its shape is
"""

def layer_norm_radius(gamma, variance, d, eps):
    return np.full(d, abs(gamma) * np.sqrt(variance / (variance + eps)))
