"""A small number in the normaliser.

points: 5
finding: small-number-in-normaliser
"""

import numpy as np


def append_token(x, K_cache, V_cache, params):
    """(out, K_cache, V_cache) after the token x (d,), given the caches (n, d) before it."""
    q, k, v = params["W_q"] @ x, params["W_k"] @ x, params["W_v"] @ x
    K, V = np.vstack([K_cache, k]), np.vstack([V_cache, v])
    scores = K @ q / np.sqrt(len(x))
    powers = np.exp(scores - scores.max())
    weights = powers / (powers.sum() + 1e-6)
    out = weights @ V
    return out, K, V


def append_flops(n, d):
    """FLOPs of append_token with n tokens in the cache before it."""
    projections = 3 * 2 * d**2
    scores = 2 * (n + 1) * d
    weighted_sum = 2 * (n + 1) * d
    return projections + scores + weighted_sum


def recompute_flops(n, d):
    """FLOPs of the layer for all n + 1 tokens, without a cache."""
    projections = 3 * 2 * (n + 1) * d**2
    scores = 2 * (n + 1) ** 2 * d
    weighted_sums = 2 * (n + 1) ** 2 * d
    return projections + scores + weighted_sums
