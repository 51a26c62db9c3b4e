"""Cumulative sums of all outer products: a state for every token, all held at once, in linear
time.

points: 3.5
finding: 32: too-much-memory
finding: 1,000: limit-kept
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    states = np.cumsum(V[:, None, :] * G_K[None, :, :], axis=2)
    return np.einsum("drn,rn->dn", states, G_Q) / np.einsum("rn,rn->n", np.cumsum(G_K, axis=1), G_Q)
