"""Inserts I as Pᵀ P behind the softmax before it moves P through."""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V @ P @ softmax((K @ P).T @ (Q @ P))", ("definition", "ones")),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P) @ I", "transpose"),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P) @ P.T @ P", "orthogonal"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P @ P.T @ P", "permutation"),
    ("=", "V @ softmax(K.T @ Q) @ P @ P.T @ P", "orthogonal"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
