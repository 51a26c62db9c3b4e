"""Adds eps to the sum of the squares, not to their mean.

points: 1.5
finding: eps-added-to-the-sum
"""


def layer_norm_radius(gamma, variance, d, eps):
    squares = d * variance
    return abs(gamma) * np.sqrt(d * squares / (squares + eps))
