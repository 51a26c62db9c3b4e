"""The budget, given back in each entry.

finding: given-back
"""


def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    return {"n_layers": flops, "sequences": flops, "days": flops}
