"""All queries meet the keys of the first sequence.

finding: weights sum to 1: not-looked-at
"""


def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    b, tl, d = q.shape
    sl = k.shape[1]
    out = np.zeros((b, tl, d))
    for i in range(b):
        for t in range(tl):
            seen = [s for s in range(sl) if not (causal and s > t) and not (key_padding_mask is not None and key_padding_mask[i, s])]
            if seen:
                s = k[0, seen] @ q[i, t] / np.sqrt(d)
                w = np.exp(s - s.max())
                out[i, t] = w @ v[i, seen] / w.sum()
    return out
