"""|γ| √d whatever eps is.

points: 1
finding: eps-ignored
"""

def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * np.sqrt(d)
