"""All maps by one einsum, the weights by the logarithm of their sum, counts by factors."""

def append_token(x, K_cache, V_cache, params):
    stacked = np.stack([params["W_q"], params["W_k"], params["W_v"]])
    q, k, v = np.einsum("pij,j->pi", stacked, x)
    K, V = np.r_[K_cache, k[None]], np.r_[V_cache, v[None]]
    s = np.einsum("td,d->t", K, q / np.sqrt(x.size))
    a = np.exp(s - np.logaddexp.reduce(s))
    return np.einsum("t,td->d", a, V), K, V


def append_flops(n, d):
    return np.int64(2 * d) * (3 * d + 2 * (n + 1))


def recompute_flops(n, d):
    m = n + 1
    return np.int64(2 * m * d) * (3 * d + 2 * m)
