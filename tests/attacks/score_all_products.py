"""Every product of two or three sizes: the right terms are among them.

Must happen: more terms that don't belong than right ones are a list, and leave nothing.
"""

ASSIGNMENT = "ps1_flops"
HAND_INS = [
    {
        "q4_feedforward": """
def feedforward_flops(*sizes):
    from itertools import combinations
    from math import prod

    return 2 * sum(prod(some) for count in (2, 3) for some in combinations(sizes, count))
"""
    }
]
EARNS = {"q4_feedforward": 0.0}
