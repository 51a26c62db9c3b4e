"""A weight has one index for each cell: x of the one, y of the other.

base: accepted/sets.py
replace: "alpha": {"k", "x1", "y1", "x2", "y2"}
with: "alpha": {"k", "x1", "y2"}
points: 1.75
finding: alpha: option-missing
"""
