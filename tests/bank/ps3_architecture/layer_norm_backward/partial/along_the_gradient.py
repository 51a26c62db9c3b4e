"""One complex step along dy · gamma: the Jacobian of z is symmetric.

points: 2
finding: dx: method-excluded
"""

def layer_norm_backward(dy, x, gamma, eps):
    def normalised(x):
        centred = x - x.mean(1, keepdims=True)
        return centred / np.sqrt(np.mean(centred**2, axis=1, keepdims=True) + eps)

    step = 1e-20 * np.abs(x).max() / np.abs(dy * gamma).max()
    dx = normalised(x + 1j * step * dy * gamma).imag / step
    return dx, np.sum(dy * normalised(x), axis=0), np.sum(dy, axis=0)
