"""Rescales the second state alone, to the maximum of the first.

points: 2
finding: second-brought-to-first
"""


def merge(state_1, state_2):
    (m1, l1, o1), (m2, l2, o2) = state_1, state_2
    if m1 == -np.inf: return state_2
    if m2 == -np.inf: return state_1
    f = np.exp(min(m2 - m1, 700))
    return max(m1, m2), l1 + f * l2, o1 + f * o2
