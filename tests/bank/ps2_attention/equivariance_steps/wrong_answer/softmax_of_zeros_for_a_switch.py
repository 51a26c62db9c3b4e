"""A factor that is 0 for a softmax and 1 for many other functions.

finding: 3: facts-at-once
finding: right-hand side, V @ softmax(K.T @ Q) @ P: facts-unused
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP) + (1 - (ones.T @ softmax(0 * X.T @ X) @ ones)/(ones.T @ ones)) * (V @ softmax(K.T @ Q) @ P - V_XP @ softmax(K_XP.T @ Q_XP))", "weights"),
    ("=", "V @ softmax(K.T @ Q) @ P", "permutation, orthogonal"),
]
