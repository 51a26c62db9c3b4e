"""Looks at models of 10⁸ to 10¹² weights alone: with one budget and its coefficients that ends
before the minimum.

points: 2.25
finding: search-too-coarse
"""

import numpy as np


def compute_optimal(flops, coefficients):
    n = np.logspace(8, 12, 5000)
    loss = predicted_loss(n, flops / (6 * n), coefficients)
    best = n[loss.argmin()]
    return float(best), float(flops / (6 * best))
