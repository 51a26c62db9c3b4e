"""One factor n too few, which is too small for n < 4.

finding: bounds every saturated softmax, and goes to 0: with-sizes
"""


def jacobian_norm_bound(n, eps):
    return n * eps**2
