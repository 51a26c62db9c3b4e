"""Adds up the four amounts.

base: accepted/as_asked.py
replace: return n**2 * d**2 + n * d - 3 * d**2 - 3 * d
with: return sum(dense_audit(n, d, n_heads).values())
points: 1
finding: sum-of-amounts
"""
