"""The third norm is left out.

points: 1.5
finding: no such entry in the answer
"""

dependence = {"layer norm": {"i", "iii"}, "batch norm, training": {"i", "ii"}}
