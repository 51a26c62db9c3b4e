"""One softmax over all pairs of cells.

base: accepted/sets.py
replace: "softmax over": {"x2", "y2"}
with: "softmax over": {"x1", "y1", "x2", "y2"}
points: 1.75
finding: softmax over: comments
"""
