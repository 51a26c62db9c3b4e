"""By how much the printed difference is off.

base: accepted/as_asked.py
replace: n**2 * d**2 + n * d - 3 * d**2 - 3 * d
with: n * d - n**2 - 3 * d**2 + 3 * d**2 // n_heads - 3 * d + 3
points: 1
finding: amounts-alone
"""
