"""Gives P Pᵀ = I as the reason for (KP)ᵀ = PᵀKᵀ.

points: 3
finding: 3: fact-not-used
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P)", "orthogonal"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", "softmax"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
