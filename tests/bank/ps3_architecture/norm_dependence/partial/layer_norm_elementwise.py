"""The printed word "elementwise", taken at its word.

base: accepted/as_asked.py
replace: "layer norm": {"i", "iii"}
with: "layer norm": {"i"}
points: 1
finding: layer norm: option-missing
"""
