"""Queries and keys in one matrix, log-sum-exp."""

def spatial_self_attention(h, W_Q, W_K, W_V):
    M = np.matmul(W_Q.transpose(0, 2, 1), W_K)  # (K, J, J)
    scores = np.einsum("abi,kij,xyj->kabxy", h, M, h, optimize=True)
    top = scores.max(axis=(3, 4), keepdims=True)
    log_sum = top + np.log(np.exp(scores - top).sum(axis=(3, 4), keepdims=True))
    alpha = np.exp(scores - log_sum)
    values = np.moveaxis(np.tensordot(h, W_V, axes=(2, 2)), 2, 0)
    out = np.stack([np.tensordot(a, v, axes=2) for a, v in zip(alpha, values)], axis=2)
    return out.reshape(h.shape[0], h.shape[1], -1), alpha
