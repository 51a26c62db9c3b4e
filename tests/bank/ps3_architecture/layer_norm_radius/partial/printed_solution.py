"""The printed result, γ√d.

points: 0.5
finding: a length is never negative, and gamma may be
finding: eps makes z shorter
"""

def layer_norm_radius(gamma, variance, d, eps):
    return gamma * np.sqrt(d)
