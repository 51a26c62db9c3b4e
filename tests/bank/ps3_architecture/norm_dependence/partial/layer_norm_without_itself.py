"""Thinks that only the other features count.

base: accepted/as_asked.py
replace: "layer norm": {"i", "iii"}
with: "layer norm": {"iii"}
points: 1
finding: layer norm: option-missing
"""
