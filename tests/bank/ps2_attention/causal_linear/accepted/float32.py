"""Cumulative sums, handed back in single precision."""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    states = np.cumsum(V[:, None, :] * G_K[None, :, :], axis=2)
    out = (states * G_Q).sum(axis=1) / (np.cumsum(G_K, axis=1) * G_Q).sum(axis=0)
    return out.astype(np.float32)
