"""A softmax within each row, times one of the rows by their largest scores.

points: 2
finding: row-then-column
"""
import numpy as np


def spatial_self_attention(h, W_Q, W_K, W_V):
    q, k, v = (np.einsum("kej,xyj->kxye", W, h) for W in (W_Q, W_K, W_V))
    s = np.einsum("kxye,kuve->kxyuv", q, k)
    s = s - s.max(axis=(3, 4), keepdims=True)
    within = np.exp(s - s.max(4, keepdims=True))
    within /= within.sum(4, keepdims=True)
    of_rows = np.exp(s.max(4, keepdims=True))
    of_rows /= of_rows.sum(3, keepdims=True)
    alpha = within * of_rows
    return np.einsum("kxyuv,kuve->xyke", alpha, v).reshape(*h.shape[:2], -1), alpha
