"""Lets the biases of keys and queries drop out, as the softmax allows for those of the keys.

finding: query-bias-dropped
"""


equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "V @ P @ softmax(K_XP.T @ Q_XP)", "ones"),
    ("=", "V @ P @ softmax((omega_k @ X @ P).T @ (omega_q @ X @ P))", "shift"),
    ("=", "V @ P @ softmax(P.T @ (omega_k @ X).T @ omega_q @ X @ P)", "transpose"),
    ("=", "V @ P @ P.T @ softmax((omega_k @ X).T @ omega_q @ X) @ P", "permutation"),
    ("=", "V @ softmax((omega_k @ X).T @ omega_q @ X) @ P", "orthogonal"),
    ("=", "V @ softmax(K.T @ Q) @ P", "shift"),
]
