"""The softmax runs over x₂ alone.

base: accepted/sets.py
replace: "softmax over": {"x2", "y2"}
with: "softmax over": {"x2"}
points: 1.75
finding: softmax-along-one-axis
"""
