"""Takes x − μ to be of length √d.

points: 1
finding: the factor σ is missing
"""

def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * np.sqrt(d / (variance + eps))
