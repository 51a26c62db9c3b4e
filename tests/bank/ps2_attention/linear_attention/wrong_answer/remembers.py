"""Quadratic, and keeps what it computed for arguments that come again.

finding: 1,000: time-grows
"""

import numpy as np

KEPT = {}

def linear_attention(V, G_K, G_Q):
    key = V.tobytes(), G_K.tobytes(), G_Q.tobytes()
    if key not in KEPT:
        chunks = []
        for start in range(0, V.shape[1], 30):
            A = G_K.T @ G_Q[:, start : start + 30]
            chunks.append(V @ (A / A.sum(axis=0)))
        KEPT[key] = np.concatenate(chunks, axis=1)
    return KEPT[key].copy()
