"""Adds the exponentials one after another, too, where only products are.

base: accepted/as_asked.py
replace: return U + 1 + (T - 1).bit_length()
with: return U + T
points: 2.75
finding: all-sums-serial
"""
