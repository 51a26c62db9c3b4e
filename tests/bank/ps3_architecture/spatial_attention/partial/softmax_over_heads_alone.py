"""The softmax runs over the heads.

points: 2
finding: softmax-over-heads-only
"""


def spatial_self_attention(h, W_Q, W_K, W_V):
    q, k, v = (np.einsum("kej,xyj->kxye", W, h) for W in (W_Q, W_K, W_V))
    s = np.einsum("kxye,kuve->kxyuv", q, k)
    s = np.exp(s - s.max(axis=0, keepdims=True)); alpha = s / s.sum(axis=0, keepdims=True)
    o = np.einsum("kxyuv,kuve->xyke", alpha, v)
    return o.reshape(*h.shape[:2], -1), alpha
