"""Names what mean and variance are taken over, but not the entry itself.

points: 1
finding: an entry's own value is left out
"""

dependence = {
    "layer norm": {"iii"},
    "batch norm, training": {"ii"},
    "batch norm, evaluation": {"i"},
}
