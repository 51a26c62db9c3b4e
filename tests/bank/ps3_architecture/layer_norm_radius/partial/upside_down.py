"""The quotient the other way round.

points: 1
finding: upside-down
"""

def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * np.sqrt(d * (variance + eps) / variance) if variance else 0.0
