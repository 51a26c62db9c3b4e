"""Takes the softmax for the bottleneck of long texts.

base: accepted/closed_formula.py
replace: "scores and sums"
with: "softmax"
points: 2.5
finding: long: comments
"""
