"""The third norm is left out.

points: 1.5
finding: batch norm, evaluation: entry-missing
"""

dependence = {"layer norm": {"i", "iii"}, "batch norm, training": {"i", "ii"}}
