"""Softmax and sum run along y alone.

base: accepted/sets.py
replace: "softmax over": {"x2", "y2"}
with: "softmax over": {"y2"}
replace: "sum over": {"x'", "y'"}
with: "sum over": {"y'"}
points: 1.5
finding: one-axis-throughout
"""
