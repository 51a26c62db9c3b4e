"""The logarithms of the sums are merged. It has no states of no keys, and none far above.

points: 2.25
finding: no keys in the first: l: array-wrong
"""

import numpy as np


def merge(state_1, state_2):
    m1, l1, o1 = state_1
    m2, l2, o2 = state_2
    lse, block_lse = m1 + np.log(l1), m2 + np.log(l2)
    new_lse = lse + np.log(1 + np.exp(block_lse - lse))
    out = np.exp(lse - new_lse) * (o1 / l1) + np.exp(block_lse - new_lse) * (o2 / l2)
    m = max(m1, m2)
    l = np.exp(new_lse - m)
    return m, l, out * l
