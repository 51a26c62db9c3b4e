"""No return.

finding: nothing-returned
"""

def layer_norm_radius(gamma, variance, d, eps):
    print(abs(gamma) * np.sqrt(d))
