"""The factor 1/√d charged on each score.

base: accepted/closed_formula.py
replace: return 4 * n**2 * d
with: return 4 * n**2 * d + n**2
replace: return 4 * n * d**2
with: return 4 * n * d**2 + d**2
points: 2.25
finding: scale-charged
"""
