"""The softmax runs over the cells that ask.

base: accepted/sets.py
replace: "softmax over": {"x2", "y2"}
with: "softmax over": {"x1", "y1"}
points: 1.75
finding: softmax-over-queries
"""
