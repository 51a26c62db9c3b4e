"""Waits for a condition that never comes.

finding: not finished within
"""


def jacobian_norm_squared(a):
    total = 0.0
    while total < 1:
        total += 0 * a[0]
    return total
