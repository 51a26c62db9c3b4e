"""The maximum and the sum of the first state, and its maximum once more.

finding: two blocks, the first with the larger scores: m: value-right
"""


def merge(state_1, state_2):
    return state_1[0], state_1[1], state_1[0]
