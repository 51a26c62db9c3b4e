"""Models that no memory holds, so that no sequence fits beside them.

finding: constant(0)
"""

def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    return {"n_layers": int(np.log10(flops)) * 200, "sequences": 0, "days": 0.0}
