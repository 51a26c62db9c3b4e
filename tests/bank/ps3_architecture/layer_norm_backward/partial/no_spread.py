"""No gradient for a token without spread.

points: 2
finding: dx-zero-without-spread
"""

def layer_norm_backward(dy, x, gamma, eps):
    variance = x.var(axis=1, keepdims=True)
    s = np.sqrt(variance + eps)
    z = (x - x.mean(axis=1, keepdims=True)) / s
    v = dy * gamma
    dx = (v - v.mean(axis=1, keepdims=True) - z * (v * z).mean(axis=1, keepdims=True)) / s
    return np.where(variance == 0, 0, dx), np.sum(dy * z, axis=0), np.sum(dy, axis=0)
