"""Gives the first state back.

finding: no keys in the second: l: right, but it gives back one of its arguments as it is
"""

def merge(state_1, state_2):
    return state_1
