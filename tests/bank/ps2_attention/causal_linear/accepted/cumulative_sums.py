"""Cumulative sums of all outer products: a state for every token, still linear."""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    states = np.cumsum(V[:, None, :] * G_K[None, :, :], axis=2)
    return np.einsum("drn,rn->dn", states, G_Q) / np.einsum("rn,rn->n", np.cumsum(G_K, axis=1), G_Q)
