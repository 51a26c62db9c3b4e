"""Looks at the case of no keys first, then which maximum is larger."""

import math


def merge(state_1, state_2):
    m1, l1, o1 = state_1
    m2, l2, o2 = state_2
    if m2 == float("-inf"):
        return m1, l1, o1
    if m1 == float("-inf"):
        return m2, l2, o2
    if m1 < m2:
        return merge(state_2, state_1)
    factor = math.exp(m2 - m1)
    return m1, l1 + factor * l2, o1 + factor * o2
