"""np.where shields the exponent; copies are changed in place."""

import numpy as np


def merge(state_1, state_2):
    (m_1, l_1, o_1), (m_2, l_2, o_2) = state_1, state_2
    m = np.maximum(m_1, m_2)
    shift = np.where(m == -np.inf, 0.0, m)
    o = np.array(o_1, dtype=float)
    o *= np.exp(m_1 - shift)
    o += np.exp(m_2 - shift) * o_2
    return m, l_1 * np.exp(m_1 - shift) + l_2 * np.exp(m_2 - shift), o
