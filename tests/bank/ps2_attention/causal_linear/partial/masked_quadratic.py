"""Right values, by the masked quadratic form.

points: 3
finding: 32: too-much-memory
finding: 1,000: no-memory-to-time
"""

import numpy as np

def causal_linear_attention(V, G_K, G_Q):
    A = np.triu(G_K.T @ G_Q)
    return V @ (A / A.sum(axis=0))
