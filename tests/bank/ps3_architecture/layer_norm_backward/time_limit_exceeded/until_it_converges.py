"""Solves for the gradient, and never gets there.

finding: not-in-time
"""

def layer_norm_backward(dy, x, gamma, eps):
    dx = np.zeros(x.shape)
    while np.linalg.norm(dx) < np.inf:
        dx = 0.5 * dx + dy
    return dx, dx.sum(0), dy.sum(0)
