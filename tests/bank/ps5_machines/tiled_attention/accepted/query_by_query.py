"""One query at a time: n scores are few."""

import numpy as np


def tiled_attention(Q, K, V, block):
    out = np.empty(V.shape)
    for t in range(len(Q)):
        s = K[: t + 1] @ Q[t] / np.sqrt(Q.shape[1])
        e = np.exp(s - s.max())
        out[t] = e @ V[: t + 1] / e.sum()
    return out
