"""The softmax runs over the heads too.

base: accepted/sets.py
replace: "softmax over": {"x2", "y2"}
with: "softmax over": {"k", "x2", "y2"}
points: 1.75
finding: softmax over: comments
"""
