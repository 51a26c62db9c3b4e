"""The modulus as the root of a square."""

def layer_norm_radius(gamma, variance, d, eps):
    return (gamma**2 * d * variance / (variance + eps)) ** 0.5
