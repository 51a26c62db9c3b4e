"""RMS norm.

finding: rms-norm
"""

def layer_norm(x, gamma, beta, eps):
    return gamma * x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps) + beta
