"""Names what mean and variance are taken over, but not the entry itself.

points: 1
finding: own-value-left-out
"""

dependence = {
    "layer norm": {"iii"},
    "batch norm, training": {"ii"},
    "batch norm, evaluation": {"i"},
}
