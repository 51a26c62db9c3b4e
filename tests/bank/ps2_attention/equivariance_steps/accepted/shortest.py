"""Three steps: the transpose is taken along with the projections."""

equivariance_steps = [
    ("", "V_XP @ softmax(K_XP.T @ Q_XP)"),
    ("=", "V@P@softmax(P.T@K.T@Q@P)", "ones"),
    ("=", "V@P@P.T@softmax(K.T@Q)@P", "softmax"),
    ("=", "V@softmax(K.T@Q)@P", "orthogonal"),
]
