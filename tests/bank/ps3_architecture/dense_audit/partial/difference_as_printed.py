"""The difference as it is printed.

base: accepted/as_asked.py
replace: n**2 * d**2 + n * d - 3 * d**2 - 3 * d
with: n**2 * d**2 + n**2 - 3 * d**2 // n_heads - 3
points: 0.5
finding: printed-difference
"""
