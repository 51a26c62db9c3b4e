"""Leaves the entry itself out everywhere, so that of an evaluation nothing is left.

points: 1
finding: own-value-left-out
"""


dependence = {
    "layer norm": {"iii"},
    "batch norm, training": {"ii"},
    "batch norm, evaluation": set(),
}
