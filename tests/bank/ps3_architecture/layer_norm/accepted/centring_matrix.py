"""A product with I − 11ᵀ/d."""

def layer_norm(x, gamma, beta, eps):
    d = x.shape[-1]
    centred = x @ (np.eye(d) - np.ones((d, d)) / d)
    centred = centred - centred.mean(axis=-1)[..., None]
    variance = np.einsum("...j,...j->...", centred, centred) / d
    return (centred / np.sqrt(variance + eps)[..., np.newaxis]) * gamma + beta
