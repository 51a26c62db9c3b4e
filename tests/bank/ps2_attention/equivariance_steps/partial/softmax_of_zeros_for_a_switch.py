"""A factor that is 0 for a softmax and 1 for many other functions.

points: 1
finding: line 3: one step uses orthogonal and permutation
finding: reached, but no step uses ones
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP) + (1 - (ones.T @ softmax(0 * X.T @ X) @ ones)/(ones.T @ ones)) * (V @ softmax(K.T @ Q) @ P - V_XP @ softmax(K_XP.T @ Q_XP))", "weights"),
    ("=", "V @ softmax(K.T @ Q) @ P", "permutation, orthogonal"),
]
