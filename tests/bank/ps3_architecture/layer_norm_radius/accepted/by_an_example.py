"""Makes a token of this variance and measures it."""

def layer_norm_radius(gamma, variance, d, eps):
    x = np.zeros(d)
    x[0], x[1] = 1, -1
    x *= np.sqrt(variance / np.var(x))
    return np.linalg.norm(gamma * x / np.sqrt(variance + eps))
