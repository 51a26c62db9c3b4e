"""Multiplies by the spread.

points: 1
finding: multiplied-by-deviation
"""


def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * np.sqrt(d * (variance + eps))
