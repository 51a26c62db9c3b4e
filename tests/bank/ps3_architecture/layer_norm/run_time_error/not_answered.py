"""The stub.

finding: not-answered
"""

def layer_norm(x, gamma, beta, eps):
    raise NotImplementedError("Replace this line with your answer.")
