"""Right the first time that it is asked, and then no more.

finding: asked-again-differs
"""

calls = 0


def jacobian_norm_bound(n, eps):
    global calls
    calls += 1
    return 4 * eps**2 if calls <= 80 else 0.0
