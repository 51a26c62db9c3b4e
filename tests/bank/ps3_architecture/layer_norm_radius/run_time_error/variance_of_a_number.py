"""Takes the variance for the token.

finding: raised(TypeError)
"""

def layer_norm_radius(gamma, variance, d, eps):
    return np.linalg.norm(gamma * (variance[0] - np.mean(variance)))
