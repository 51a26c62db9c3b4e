"""Makes up models that no memory holds, so that 0 sequences fit beside them.

points: 0.25
finding: 2.9e+18 FLOPs: sequences: numbers-differ(0)
"""


def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    layers = max(int(300 * np.log10(flops) - 3600), 1)
    left = memory - 2 * 12 * 128**2 * layers**3
    sequences = max(int(left // (2 * layers * layers * 128 * n_tokens * 2)), 0)
    return {"n_layers": layers, "sequences": sequences, "days": 3.0}
