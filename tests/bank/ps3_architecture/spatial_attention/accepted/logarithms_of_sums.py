"""Scores as a bilinear form of the cells, the softmax by logarithms of sums."""

import numpy as np


def spatial_self_attention(h, W_Q, W_K, W_V):
    X, Y, J = h.shape
    flat = np.reshape(h, (X * Y, J))
    maps, outputs = [], []
    for wq, wk, wv in zip(W_Q, W_K, W_V):
        scores = flat @ (wq.T @ wk) @ flat.T
        log_sums = np.logaddexp.reduce(scores, axis=1)
        a = np.exp(scores - log_sums[:, None])
        maps.append(a.reshape(X, Y, X, Y))
        outputs.append((a @ flat @ wv.T).reshape(X, Y, -1))
    return np.concatenate(outputs, axis=2), np.stack(maps)
