"""This is the square of the trace.

points: 1.25
finding: trace-squared
"""


def jacobian_norm_squared(a):
    """Squared Frobenius norm of the Jacobian of a softmax with output a (n,), in O(n)."""
    square, cube = np.sum(a**2), np.sum(a**3)
    return np.sum(a * (1 - a)) ** 2
