"""The token meets the cached keys only, and the first one gets zeros; the counts are alike.

points: 3.75
finding: not-itself
finding: n-keys
"""

def append_token(x, K_cache, V_cache, params):
    q, k, v = params["W_q"] @ x, params["W_k"] @ x, params["W_v"] @ x
    out = np.zeros(len(x))
    if len(K_cache):
        s = K_cache @ q / np.sqrt(len(x))
        a = np.exp(s - s.max())
        out = (a / a.sum()) @ V_cache
    return out, np.vstack([K_cache, k]), np.vstack([V_cache, v])


def append_flops(n, d):
    return 6 * d**2 + 4 * n * d


def recompute_flops(n, d):
    return 6 * (n + 1) * d**2 + 4 * (n + 1) * n * d
