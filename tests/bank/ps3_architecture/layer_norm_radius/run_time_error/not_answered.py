"""The stub.

finding: not-answered
"""

def layer_norm_radius(gamma, variance, d, eps):
    raise NotImplementedError("Replace this line with your answer.")
