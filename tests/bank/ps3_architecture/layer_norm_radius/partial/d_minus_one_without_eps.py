"""√(d − 1), whatever eps is.

points: 0.5
finding: root-of-d-minus-1
finding: eps-ignored
"""

def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * np.sqrt(d - 1)
