"""The output has an index for the head.

base: accepted/sets.py
replace: "h_out": {"x", "y"}
with: "h_out": {"k", "x", "y"}
points: 1.75
finding: heads-not-joined
"""
