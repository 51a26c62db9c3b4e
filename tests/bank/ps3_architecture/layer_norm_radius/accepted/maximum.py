"""The modulus as a maximum."""

def layer_norm_radius(gamma, variance, d, eps):
    size = max(gamma, -gamma)
    return np.float64(size) * np.hypot(*[np.sqrt(d * variance / (2 * (variance + eps)))] * 2)
