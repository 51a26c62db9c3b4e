"""Multiply–accumulates, in both counts.

base: accepted/concatenate.py
replace: return 6 * d * d + 4 * (n + 1) * d
with: return 3 * d * d + 2 * (n + 1) * d
points: 5.75
finding: multiply-accumulates
"""
