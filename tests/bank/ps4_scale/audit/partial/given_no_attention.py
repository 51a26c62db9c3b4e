"""By a forward pass without attention, in which there are no scores to put right.

given: forward_cost/partial/no_attention.py
points: 0.75
finding: tokens: value-right
finding: projections-stay
finding: whole-line
"""


def audit():
    weights = 12 * 12 * 768**2
    return {
        "output": 0,
        "tokens": 767 * 2 * weights,
        "scores": 12 * 12 * 2 * 64**3,
        "values": 0,
        "corrected": 2 * weights,
    }
