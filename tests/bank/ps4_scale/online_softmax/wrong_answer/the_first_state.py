"""Gives the first state back.

finding: no keys in the second: l: value-right
"""

def merge(state_1, state_2):
    return state_1
