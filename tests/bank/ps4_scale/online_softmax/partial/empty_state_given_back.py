"""Returns the state of no keys where there is one.

points: 2.75
finding: empty-state-kept
"""

import numpy as np


def merge(state_1, state_2):
    m1, l1, o1 = state_1
    m2, l2, o2 = state_2
    if m1 == -np.inf:
        return state_1
    if m2 == -np.inf:
        return state_2
    m = max(m1, m2)
    a, b = np.exp(m1 - m), np.exp(m2 - m)
    return float(m), float(a * l1 + b * l2), a * o1 + b * o2
