"""Shields a division that it doesn't make: of no keys, l is a small number instead of 0.

finding: no keys in either: l: array-wrong
points: 2.75
"""

import numpy as np


def merge(state_1, state_2):
    (m_1, l_1, o_1), (m_2, l_2, o_2) = state_1, state_2
    m = max(m_1, m_2)
    if m == -np.inf:
        return m, 1e-9, np.zeros(len(o_1))
    c_1, c_2 = np.exp(m_1 - m), np.exp(m_2 - m)
    return m, c_1 * l_1 + c_2 * l_2, c_1 * o_1 + c_2 * o_2
