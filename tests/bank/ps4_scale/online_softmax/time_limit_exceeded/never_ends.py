"""Rescales until the two maxima are equal: each time it takes the other one.

finding: not-in-time
"""


def merge(state_1, state_2):
    while state_1[0] != state_2[0] or state_1 is not state_2:
        state_1, state_2 = state_2, state_1
    return state_1
