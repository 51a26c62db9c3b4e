"""The number of weights.

base: accepted/closed_formula.py
replace: return 4 * n**2 * d
with: return n**2
replace: return 4 * n * d**2
with: return d**2
finding: number-of-weights
"""
