"""The variance above the line.

points: 1
finding: variance-above-the-line
"""


def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * np.sqrt(d) * variance / np.sqrt(variance + eps)
