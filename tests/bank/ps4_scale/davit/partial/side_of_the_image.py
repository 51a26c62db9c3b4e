"""n patches along each side.

base: accepted/closed_formula.py
replace: return 4 * n**2 * d
with: return 4 * n**4 * d
points: 2.25
finding: n-is-a-side
"""
