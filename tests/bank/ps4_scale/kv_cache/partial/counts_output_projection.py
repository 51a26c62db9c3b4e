"""An output projection.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: return 8 * d * d + 4 * (n + 1) * d
points: 5.75
finding: one-of(output-projection or counted-twice(the query or the key or the value))
finding: output-projection
"""
