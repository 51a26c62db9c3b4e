"""With var, in one expression."""

def layer_norm(x, gamma, beta, eps):
    mu = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mu) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta
