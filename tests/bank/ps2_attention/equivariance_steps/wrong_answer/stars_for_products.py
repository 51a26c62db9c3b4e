"""Writes * for the product of matrices.

finding: 1: line-left-out
"""

equivariance_steps = [
    ("=", "V_XP * softmax(K_XP.T * Q_XP)", ""),
    ("=", "V * softmax(K.T * Q) * P", "softmax"),
]
