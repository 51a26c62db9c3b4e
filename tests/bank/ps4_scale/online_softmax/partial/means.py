"""Takes means.

points: 1.5
finding: means-taken
"""


def merge(state_1, state_2):
    (m_1, l_1, o_1), (m_2, l_2, o_2) = state_1, state_2
    m = max(m_1, m_2)
    if m == -np.inf:
        return m, 0.0, np.zeros(len(o_1))
    c_1, c_2 = np.exp(m_1 - m), np.exp(m_2 - m)
    return m, (c_1 * l_1 + c_2 * l_2) / 2, (c_1 * o_1 + c_2 * o_2) / 2
