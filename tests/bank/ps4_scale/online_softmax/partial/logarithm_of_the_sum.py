"""The logarithm of e^m_1 + e^m_2 for the maximum, in l and o as well.

points: 1.5
finding: m-as-logarithm-of-sum
"""


def merge(state_1, state_2):
    (m1, l1, o1), (m2, l2, o2) = state_1, state_2
    m = float(np.logaddexp(m1, m2))
    if m == -np.inf:
        return m, 0.0, np.zeros_like(o1)
    return m, np.exp(m1 - m) * l1 + np.exp(m2 - m) * l2, np.exp(m1 - m) * o1 + np.exp(m2 - m) * o2
