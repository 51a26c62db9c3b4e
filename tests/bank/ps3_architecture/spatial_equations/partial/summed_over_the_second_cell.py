"""Other names for the cell of the sum: x₂ and y₂.

base: accepted/sets.py
replace: "sum over": {"x'", "y'"}
with: "sum over": {"x2", "y2"}
replace: "value in out": {"k", "x'", "y'"}
with: "value in out": {"k", "x2", "y2"}
points: 1.5
finding: other-name-for-the-sum
"""
