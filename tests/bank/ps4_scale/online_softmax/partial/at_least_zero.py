"""The maximum starts at 0.

points: 2
finding: m-at-least-zero
"""


def merge(state_1, state_2):
    (m1, l1, o1), (m2, l2, o2) = state_1, state_2
    m = 0.0
    for other in (m1, m2):
        if other > m:
            m = other
    f1, f2 = np.exp(m1 - m), np.exp(m2 - m)
    return m, l1 * f1 + l2 * f2, o1 * f1 + o2 * f2
