"""Subtracts the largest score of all.

base: accepted/einsum.py
replace: scores.max(axis=(3, 4), keepdims=True)
with: scores.max()
points: 3.25
finding: largest-of-all-subtracted
"""
