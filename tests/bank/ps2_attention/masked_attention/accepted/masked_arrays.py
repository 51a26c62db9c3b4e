"""Masked arrays: sums and maxima skip what is masked."""

def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    scores = q @ np.swapaxes(k, 1, 2) * q.shape[-1] ** -0.5
    t, s = np.indices(scores.shape[1:])
    forbidden = (s > t) & bool(causal)
    if key_padding_mask is not None:
        forbidden = forbidden | np.asarray(key_padding_mask)[:, np.newaxis]
    scores = np.ma.array(scores, mask=np.broadcast_to(forbidden, scores.shape))
    e = np.ma.exp(scores - scores.max(axis=2, keepdims=True))
    weights = (e / e.sum(axis=2, keepdims=True)).filled(0.0)
    return weights @ v
