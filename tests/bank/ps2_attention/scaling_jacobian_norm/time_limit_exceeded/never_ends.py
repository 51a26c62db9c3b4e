"""Waits for a condition that never comes.

finding: not-in-time
"""


def jacobian_norm_squared(a):
    total = 0.0
    while total < 1:
        total += 0 * a[0]
    return total
