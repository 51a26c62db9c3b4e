"""One string instead of lines.

finding: answer: no-derivation
"""

equivariance_steps = "V_XP @ softmax(K_XP.T @ Q_XP) = V @ softmax(K.T @ Q) @ P"
