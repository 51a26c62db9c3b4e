"""n + 1 in the weighted sum, n in the scores.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: return 6 * d * d + 2 * n * d + 2 * (n + 1) * d
points: 5.75
finding: without-itself
"""
