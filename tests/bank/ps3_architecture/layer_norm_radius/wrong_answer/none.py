"""No return.

finding: None
"""

def layer_norm_radius(gamma, variance, d, eps):
    print(abs(gamma) * np.sqrt(d))
