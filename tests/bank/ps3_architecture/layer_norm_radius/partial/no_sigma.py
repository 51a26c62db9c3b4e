"""Takes x − μ to be of length √d.

points: 1
finding: deviation-missing
"""

def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * np.sqrt(d / (variance + eps))
