"""One string instead of lines.

points: 0
finding: answer: no-derivation
"""

equivariance_steps = "V_XP @ softmax(K_XP.T @ Q_XP) = V @ softmax(K.T @ Q) @ P"
