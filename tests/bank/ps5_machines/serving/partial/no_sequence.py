"""Nothing ever fits.

points: 3.5
finding: constant(0)
base: accepted/closed_formulas.py
replace: return int(left // (2 * n * L * G * e * cache_bits)) if left > 0 else 0
with: return 0
"""
