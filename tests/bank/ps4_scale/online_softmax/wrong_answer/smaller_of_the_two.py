"""One of the two states, as it is.

finding: right, but it gives back one of its arguments as it is
"""


def merge(state_1, state_2):
    return min(state_1, state_2, key=lambda state: state[0])
