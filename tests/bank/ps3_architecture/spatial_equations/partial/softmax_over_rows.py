"""The softmax runs over y₂ alone.

base: accepted/sets.py
replace: "softmax over": {"x2", "y2"}
with: "softmax over": {"y2"}
points: 1.75
finding: softmax-along-one-axis
"""
