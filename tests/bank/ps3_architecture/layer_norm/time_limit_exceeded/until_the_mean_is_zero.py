"""Centres until the mean is exactly 0.

finding: not-in-time
"""

def layer_norm(x, gamma, beta, eps):
    centred = x.copy()
    while True:
        centred = centred - centred.mean(axis=-1, keepdims=True)
