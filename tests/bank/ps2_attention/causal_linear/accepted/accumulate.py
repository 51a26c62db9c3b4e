"""itertools.accumulate makes the states one by one."""

import itertools

def causal_linear_attention(V, G_K, G_Q):
    ones = np.ones((1, V.shape[1]))
    rows = np.vstack([V, ones]).T
    updates = (np.outer(v, k) for v, k in zip(rows, G_K.T))
    both = [state @ q for state, q in zip(itertools.accumulate(updates), G_Q.T)]
    both = np.array(both).T
    return both[:-1] / both[-1]
