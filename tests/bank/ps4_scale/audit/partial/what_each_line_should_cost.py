"""Gives what each line should cost, not by how much the number goes down.

points: 2
finding: should-cost
"""


def audit():
    L = 12
    output = L * 2 * 768 * 768 * 768
    tokens = L * 2 * (4 * 768**2 + 2 * 768 * 3072)
    scores = L * 12 * 2 * 64 * 1024
    values = L * 12 * 2 * 64 * 1024
    corrected = tokens + scores + values
    return dict(output=output, tokens=tokens, scores=scores, values=values, corrected=corrected)
