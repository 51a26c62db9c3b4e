"""The printed word "elementwise", taken at its word.

base: accepted/as_asked.py
replace: "layer norm": {"i", "iii"}
with: "layer norm": {"i"}
points: 1
finding: “iii” is missing: the mean and the variance are those of the row
"""
