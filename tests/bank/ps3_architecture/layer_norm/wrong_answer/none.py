"""No return.

finding: nothing-returned
"""

def layer_norm(x, gamma, beta, eps):
    y = gamma * x + beta
