"""For one patch, one channel.

base: accepted/closed_formula.py
replace: return 4 * n**2 * d
with: return 4 * n * d
replace: return 4 * n * d**2
with: return 4 * n * d
points: 1.5
finding: one-vector
"""
