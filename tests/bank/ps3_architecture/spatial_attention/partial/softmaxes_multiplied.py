"""A softmax along x₂ times another one along y₂.

points: 2
finding: softmaxes-multiplied
"""


def spatial_self_attention(h, W_Q, W_K, W_V):
    n_x, n_y, _ = h.shape
    q = np.einsum("ked,xyd->kxye", W_Q, h)
    key = np.einsum("ked,xyd->kxye", W_K, h)
    v = np.einsum("ked,xyd->kxye", W_V, h)
    s = np.einsum("kxye,kuve->kxyuv", q, key)
    a_x = np.exp(s - s.max(axis=-2, keepdims=True))
    a_x /= a_x.sum(axis=-2, keepdims=True)
    a_y = np.exp(s - s.max(axis=-1, keepdims=True))
    a_y /= a_y.sum(axis=-1, keepdims=True)
    alpha = a_x * a_y
    o = np.einsum("kxyuv,kuve->xyke", alpha, v)
    return o.reshape(n_x, n_y, -1), alpha
