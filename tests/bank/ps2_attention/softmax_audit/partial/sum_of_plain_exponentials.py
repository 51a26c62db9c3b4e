"""Doesn't take the largest of the other scores out of the sum.

points: 1.75
finding: overflow
"""

import numpy as np


def softmax_audit(z):
    *others, largest = np.sort(z)
    tipping = np.log(np.sum(np.exp(others)))
    gap = largest - others[-1]
    return {"line": 4, "gap": gap, "tipping_score": tipping, "largest_derivative": 0.25}
