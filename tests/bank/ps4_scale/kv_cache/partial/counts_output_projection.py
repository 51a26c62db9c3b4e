"""An output projection.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: return 8 * d * d + 4 * (n + 1) * d
points: 5.75
finding: an output projection is counted
"""
