"""√(d − 1), whatever eps is.

finding: √d, not √(d − 1)
finding: eps makes z shorter
"""

def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * np.sqrt(d - 1)
