"""The key in the score is that of the cell that asks.

base: accepted/sets.py
replace: "key in alpha": {"k", "x2", "y2"}
with: "key in alpha": {"k", "x1", "y1"}
points: 1.75
finding: key in alpha: comments
"""
