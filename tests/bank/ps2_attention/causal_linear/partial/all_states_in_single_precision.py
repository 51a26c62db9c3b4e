"""Keeps the states of all tokens, once and in single precision.

points: 3.5
finding: 32: too-much-memory
"""

import numpy as np


def causal_linear_attention(V, G_K, G_Q):
    states = np.empty((V.shape[0], G_K.shape[0], V.shape[1]), np.float32)
    np.multiply(V[:, None], G_K[None], out=states, casting="same_kind")
    np.cumsum(states, axis=2, out=states)
    features, queries = np.cumsum(G_K, axis=1), G_Q.astype(np.float32)
    sums = np.einsum("drn,rn->dn", states, queries)
    return (sums / (features * G_Q).sum(axis=0)).astype(np.float32)
