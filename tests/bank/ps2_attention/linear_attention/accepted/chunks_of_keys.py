"""Adds the state up in chunks of tokens, in place."""

import numpy as np

def linear_attention(V, G_K, G_Q):
    state = np.zeros((V.shape[0] + 1, G_K.shape[0]))
    for start in range(0, V.shape[1], 1000):
        some = slice(start, start + 1000)
        state[:-1] += V[:, some] @ G_K[:, some].T
        state[-1] += G_K[:, some].sum(axis=1)
    result = state @ G_Q
    result[:-1] /= result[-1]
    return result[:-1]
