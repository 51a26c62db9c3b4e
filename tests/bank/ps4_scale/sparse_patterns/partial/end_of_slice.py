"""Slices end at y + r, which isn't in them.

base: accepted/zeros_and_ones.py
replace: max(y - r, 0) : y + r + 1, max(x - r, 0) : x + r + 1
with: max(y - r, 0) : y + r, max(x - r, 0) : x + r
points: 3.5
finding: end-of-slice-left-out
"""
