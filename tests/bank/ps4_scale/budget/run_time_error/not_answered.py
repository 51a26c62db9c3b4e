"""The stub, as it was released.

finding: not-answered
"""


def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    raise NotImplementedError("Replace this line with your answer.")
