"""Plain numbers, and a list of entries that becomes an array at the end."""

import math

import numpy as np


def merge(state_1, state_2):
    m = max(state_1[0], state_2[0])

    def factor(m_i):
        return 0.0 if m_i == -math.inf else math.exp(m_i - m)

    c, e = factor(state_1[0]), factor(state_2[0])
    o = []
    for x, y in zip(state_1[2], state_2[2]):
        o.append(c * x + e * y)
    return [m, c * state_1[1] + e * state_2[1], np.array(o)]
