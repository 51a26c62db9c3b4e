"""The stub, as it was released.

finding: not-answered
"""


def compute_optimal(flops, coefficients):
    raise NotImplementedError("Replace this line with your answer.")
