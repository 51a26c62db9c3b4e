"""Right values, by the masked quadratic form.

points: 3
finding: holds the N × N matrix, or the running states of many tokens: it needs more memory
finding: time from 250 to 60,000: forms the N × N matrix; the long call ran out of memory
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    A = np.triu(G_K.T @ G_Q)
    return V @ (A / A.sum(axis=0))
