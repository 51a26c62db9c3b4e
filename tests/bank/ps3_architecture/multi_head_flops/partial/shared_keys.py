"""Keys and values that all heads share.

base: accepted/formula.py
replace: 4 * n_s * d**2
with: 4 * n_s * d * d_head
points: 1.5
finding: keys-and-values-shared
"""
