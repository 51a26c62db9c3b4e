"""V, K and Q one after another, in the notation of paper."""

equivariance_steps = [
    ("", "V[XP] @ softmax(K[XP]^T @ Q[XP])", ""),
    ("=", "V@P @ softmax(K[XP]^T @ Q[XP])", "definition, ones"),
    ("=", "V@P @ softmax((K@P)^T @ Q[XP])", "definition, ones"),
    ("=", "V@P @ softmax((K@P)^T @ (Q@P))", "definition and ones"),
    ("=", "V@P @ (P^T @ softmax(K^T@Q) @ P)", "transpose, permutation"),
    ("=", "V @ softmax(K^T@Q) @ P", "orthogonality"),
]
