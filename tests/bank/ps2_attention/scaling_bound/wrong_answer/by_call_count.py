"""Large while the first property is looked at, and 0 afterwards.

finding: asked-again-differs
"""

calls = 0


def jacobian_norm_bound(n, eps):
    global calls
    calls += 1
    return 30 * eps if calls <= 80 else 0.0
