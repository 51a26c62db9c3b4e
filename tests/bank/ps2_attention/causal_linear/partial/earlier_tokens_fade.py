"""The state and its normaliser decay, as in a retentive network.

points: 2
finding: earlier-tokens-fade
"""

import numpy as np


def causal_linear_attention(V, G_K, G_Q):
    S, z = np.zeros((len(V), len(G_K))), np.zeros(len(G_K))
    out = np.zeros(V.shape)
    for t in range(V.shape[1]):
        S = 0.9 * S + np.outer(V[:, t], G_K[:, t])
        z = 0.9 * z + G_K[:, t]
        out[:, t] = S @ G_Q[:, t] / (z @ G_Q[:, t])
    return out
