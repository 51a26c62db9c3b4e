"""No return.

finding: None
"""

def layer_norm(x, gamma, beta, eps):
    y = gamma * x + beta
