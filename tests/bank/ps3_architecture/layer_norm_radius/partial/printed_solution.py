"""The printed result, γ√d.

points: 0.5
finding: gamma-without-absolute-value
finding: eps-ignored
"""

def layer_norm_radius(gamma, variance, d, eps):
    return gamma * np.sqrt(d)
