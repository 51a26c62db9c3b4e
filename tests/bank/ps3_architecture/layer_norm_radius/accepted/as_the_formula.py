"""|γ| √d σ / √(σ² + ε)."""

def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * np.sqrt(d) * np.sqrt(variance) / np.sqrt(variance + eps)
