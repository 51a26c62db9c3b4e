"""A merge of states, as in problem set 4, with arrays written in place."""

import numpy as np


def merged(state, s, v):
    m, l, o = state
    new = np.maximum(m, np.max(s, axis=-1))
    old, p = np.exp(m - new), np.exp(s - np.expand_dims(new, -1))
    l *= old
    l += np.einsum("ij->i", p)
    o *= np.expand_dims(old, -1)
    o += np.einsum("ij,jk->ik", p, v)
    return new, l, o


def tiled_attention(Q, K, V, block):
    n, d = Q.shape
    scaled = Q / np.sqrt(d)
    pieces = []
    for at in range(0, n, block):
        q = scaled[at : at + block]
        state = np.full(len(q), -np.inf), np.zeros(len(q)), np.zeros((len(q), d))
        for to in range(0, at, block):
            state = merged(state, q @ K[to : to + block].T, V[to : to + block])
        own = q @ K[at : at + block].T
        own[np.triu(np.ones(own.shape, dtype=bool), 1)] = -np.inf
        _, l, o = merged(state, own, V[at : at + block])
        pieces.append(o / l[:, None])
    return np.vstack(pieces)
