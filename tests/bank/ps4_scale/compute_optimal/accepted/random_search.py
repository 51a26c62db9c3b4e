"""A search that ends at other digits each time, all within the precision that is asked for."""

import math, random
def compute_optimal(flops, coefficients):
    c = coefficients
    def slope(u):
        n, d = math.exp(u), flops / 6 / math.exp(u)
        return c["alpha"] * c["A"] * n ** -c["alpha"] - c["beta"] * c["B"] * d ** -c["beta"]
    lo, hi = 0.0, math.log(flops)
    while hi - lo > 1e-6:
        m = lo + (hi - lo) * random.uniform(0.3, 0.7)
        lo, hi = (m, hi) if slope(m) > 0 else (lo, m)
    n = math.exp(lo)
    return n, flops / 6 / n
