"""The weights have the cell that asks only.

base: accepted/sets.py
replace: "alpha": {"k", "x1", "y1", "x2", "y2"}
with: "alpha": {"k", "x", "y"}
points: 1.75
finding: alpha: comments
"""
