"""The stub.

finding: not-answered
"""

def layer_norm_backward(dy, x, gamma, eps):
    raise NotImplementedError("Replace this line with your answer.")
