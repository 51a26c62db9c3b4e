"""This is the norm of a aᵀ alone.

points: 1
finding: norm-of-outer-product
"""


def jacobian_norm_squared(a):
    """Squared Frobenius norm of the Jacobian of a softmax with output a (n,), in O(n)."""
    square, cube = np.sum(a**2), np.sum(a**3)
    return square**2
