"""Half-finished: the masks are not used yet.

points: 2
finding: masks-ignored
"""


def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    w = np.exp(scores - scores.max(-1, keepdims=True))
    return w / w.sum(-1, keepdims=True) @ v
