"""A state with a step method; every token is kept in a list, and every output.

points: 4
"""

import numpy as np


class State:
    def __init__(self, d_v, r):
        self.sums = np.zeros((d_v, r))
        self.normaliser = np.zeros(r)

    def step(self, value, key, query):
        self.sums += value[:, None] * key
        self.normaliser += key
        return self.sums @ query / (self.normaliser @ query)


def causal_linear_attention(V, G_K, G_Q):
    state = State(len(V), len(G_K))
    tokens = [(V[:, t], G_K[:, t], G_Q[:, t]) for t in range(V.shape[1])]
    return np.stack([state.step(*token) for token in tokens], axis=1)
