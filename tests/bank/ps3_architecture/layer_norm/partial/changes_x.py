"""Works in place on its argument.

points: 2.25
finding: a-function: changes-argument
"""

def layer_norm(x, gamma, beta, eps):
    x -= x.mean(axis=-1, keepdims=True)
    x /= np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    return gamma * x + beta
