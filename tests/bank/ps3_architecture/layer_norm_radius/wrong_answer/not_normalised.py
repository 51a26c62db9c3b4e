"""The length of γ (x − μ).

finding: not-normalised
"""

def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * np.sqrt(d * variance)
