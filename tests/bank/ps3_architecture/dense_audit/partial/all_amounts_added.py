"""Adds attention's amounts to the difference, in which its parameters are subtracted.

base: accepted/as_asked.py
replace: return n**2 * d**2 + n * d - 3 * d**2 - 3 * d
with: return d**2 * n**2 + n**2 - 3 * d**2 // n_heads - 3 + sum(dense_audit(n, d, n_heads).values())
points: 1
finding: all-amounts-added
"""
