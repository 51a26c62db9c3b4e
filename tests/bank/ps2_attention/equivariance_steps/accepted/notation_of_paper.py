"""V[XP], softmax[...] and P^T, as in the question."""

equivariance_steps = [
    ("=", "V[XP] @ softmax[K[XP]^T @ Q[XP]]", ""),
    ("=", "V[X] @ P @ softmax[(K[X] @ P)ᵀ @ Q[X] @ P]", "ones"),
    ("=", "V[X] @ P @ softmax[P^T @ K[X]^T @ Q[X] @ P]", "transpose"),
    ("=", "V[X] @ P @ P^T @ softmax[K[X]^T @ Q[X]] @ P", "permutation"),
    ("=", "V[X] @ softmax[K[X]^T @ Q[X]] @ P", "orthogonality"),
]
