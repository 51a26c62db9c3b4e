"""Lists and sums, no numpy but for the result."""

def layer_norm(x, gamma, beta, eps):
    if x.ndim > 1:
        return np.array([layer_norm(part, gamma, beta, eps) for part in x])
    d = len(x)
    mu = sum(x.tolist()) / d
    variance = sum((value - mu) ** 2 for value in x.tolist()) / d
    g = [gamma] * d if np.ndim(gamma) == 0 else list(gamma)
    b = [beta] * d if np.ndim(beta) == 0 else list(beta)
    return np.array([g[j] * (x[j] - mu) * (variance + eps) ** -0.5 + b[j] for j in range(d)])
