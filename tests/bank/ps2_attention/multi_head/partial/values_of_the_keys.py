"""Makes the values of k.

points: 2.5
finding: values-from-keys
"""


def multi_head_attention(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    b, tl, d = q.shape
    sl, e = k.shape[1], d // n_heads
    def split(x):
        return x.reshape(b, -1, n_heads, e).transpose(0, 2, 1, 3)
    Q, K, V = split(q @ W_q.T), split(k @ W_k.T), split(k @ W_v.T)
    hidden = np.zeros((b, 1, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        hidden |= key_padding_mask[:, None, None, :]
    if causal:
        hidden |= np.triu(np.ones((tl, sl), dtype=bool), 1)
    A = np.where(hidden, 0, np.exp(Q @ K.transpose(0, 1, 3, 2) / np.sqrt(e)))
    A = A / np.maximum(A.sum(axis=-1, keepdims=True), 1e-300)
    return (A @ V).transpose(0, 2, 1, 3).reshape(b, tl, d) @ W_o.T
