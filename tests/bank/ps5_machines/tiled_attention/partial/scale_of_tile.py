"""Scores over the root of the number of keys in the tile.

points: 2.25
finding: scale-of-tile
"""


def tiled_attention(Q, K, V, block):
    n, d = Q.shape
    O = np.zeros((n, d))
    for i in range(0, n, block):
        q = Q[i : i + block]
        m, l, o = np.full(len(q), -np.inf), np.zeros(len(q)), np.zeros((len(q), d))
        for j in range(0, i + 1, block):
            k, v = K[j : j + block], V[j : j + block]
            s = q @ k.T / np.sqrt(len(k))
            if j == i:
                s[~np.tri(len(q), len(k), dtype=bool)] = -np.inf
            new = np.maximum(m, s.max(axis=1))
            old = np.exp(m - new)
            p = np.exp(s - new[:, None])
            l = l * old + p.sum(axis=1)
            o = o * old[:, None] + p @ v
            m = new
        O[i : i + block] = o / l[:, None]
    return O
