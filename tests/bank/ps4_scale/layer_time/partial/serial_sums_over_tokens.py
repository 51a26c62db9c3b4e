"""All sums are serial in the serial variant.

base: accepted/as_asked.py
replace: return J + U + 3 + 2 * (T - 1).bit_length()
with: return J + U + 2 * T + 1
points: 2.75
finding: all-sums-serial
"""
