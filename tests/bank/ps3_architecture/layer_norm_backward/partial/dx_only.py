"""No gradients of the parameters.

points: 2
finding: constant(0)
"""

def layer_norm_backward(dy, x, gamma, eps):
    s = np.sqrt(x.var(axis=1, keepdims=True) + eps)
    z = (x - x.mean(axis=1, keepdims=True)) / s
    dz = dy * gamma
    dx = (dz - dz.mean(axis=1, keepdims=True) - z * (dz * z).mean(axis=1, keepdims=True)) / s
    return dx, np.zeros(len(gamma)), np.zeros(len(gamma))
