"""Centres the columns.

points: 1.5
finding: of-columns
"""


def centre(x):
    return x - x.mean(axis=0)
