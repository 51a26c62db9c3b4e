"""Factors that are 1 where a fact is true, and something else where it is not.

finding: by-leap
"""

equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP) + (1 - ((ones.T @ P @ ones)/(ones.T @ ones))**4)*(V @ softmax(K.T @ Q) @ P - V_XP @ softmax(K_XP.T @ Q_XP))", "ones"),
    ("=", "V @ softmax(K.T @ Q) @ P + (1 - ((beta_v.T @ X @ P @ P.T @ X.T @ beta_v)/(beta_v.T @ X @ X.T @ beta_v))**4)*(V_XP @ softmax(K_XP.T @ Q_XP) - V @ softmax(K.T @ Q) @ P)", "permutation"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
