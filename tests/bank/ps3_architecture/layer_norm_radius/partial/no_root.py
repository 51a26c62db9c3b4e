"""σ²/(σ² + ε) without its root.

points: 1
finding: root-missing
"""

def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * np.sqrt(d) * variance / (variance + eps)
