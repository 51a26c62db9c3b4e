"""Hides the queries at the places of padding, as far as there are some.

points: 3
finding: padding-hides-queries
"""

def _attend(q, k, v, scale, hidden):
    """q (..., tl, dh), k, v (..., sl, dh), hidden (..., tl, sl)."""
    s = np.where(hidden, -np.inf, q @ np.swapaxes(k, -1, -2) / scale)
    m = s.max(axis=-1, keepdims=True)
    e = np.exp(s - np.where(np.isfinite(m), m, 0))
    z = e.sum(axis=-1, keepdims=True)
    return (e / np.where(z == 0, 1, z)) @ v


def multi_head_attention(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    n, tl, d = q.shape
    sl, dh = k.shape[1], d // n_heads
    Q, K, V = q @ W_q.T, k @ W_k.T, v @ W_v.T

    def split(x):
        return x.reshape(n, x.shape[1], n_heads, dh).transpose(0, 2, 1, 3)

    hidden = np.zeros((n, 1, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        rows = np.zeros((n, tl), dtype=bool)
        rows[:, : min(tl, sl)] = key_padding_mask[:, : min(tl, sl)]
        hidden = hidden | rows[:, None, :, None]
    if causal:
        hidden = hidden | np.triu(np.ones((tl, sl), dtype=bool), 1)
    heads = _attend(split(Q), split(K), split(V), np.sqrt(dh), hidden)
    joined = heads.transpose(0, 2, 1, 3).reshape(n, tl, d)
    return joined @ W_o.T
