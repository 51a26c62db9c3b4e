"""Powers of powers, which are nearly 0 where a fact is false.

finding: 2: line-left-out
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP) + (1 - ((((((ones.T @ P @ ones)/(ones.T @ ones))**4)**4)**4)**4))*(V @ softmax(K.T @ Q) @ P - V_XP @ softmax(K_XP.T @ Q_XP))", "ones"),
    ("=", "V @ softmax(K.T @ Q) @ P", "permutation"),
]
