"""No root below.

points: 1
finding: divided-by-variance
"""


def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * np.sqrt(d * variance) / (variance + eps)
