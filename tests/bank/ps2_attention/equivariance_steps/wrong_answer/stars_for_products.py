"""Writes * for the product of matrices.

points: 0
finding: the product of matrices is @
"""

equivariance_steps = [
    ("=", "V_XP * softmax(K_XP.T * Q_XP)", ""),
    ("=", "V * softmax(K.T * Q) * P", "softmax"),
]
