"""One over the sum of exp(z_j − z_i): where that is infinite, the weight is 0."""

def softmax(z):
    z = np.asarray(z, dtype=np.float64)
    differences = z[..., None, :] - z[..., :, None]
    with np.errstate(over="ignore"):
        return 1.0 / np.exp(differences).sum(axis=-1)
