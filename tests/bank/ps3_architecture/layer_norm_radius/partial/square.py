"""The square of the length.

points: 1
finding: squared
"""

def layer_norm_radius(gamma, variance, d, eps):
    return gamma**2 * d * variance / (variance + eps)
