"""One of the two states, as it is.

finding: scores near 2000, far apart: l: value-right
"""


def merge(state_1, state_2):
    return min(state_1, state_2, key=lambda state: state[0])
