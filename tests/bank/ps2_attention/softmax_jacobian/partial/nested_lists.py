"""Nested lists.

base: accepted/einsum.py
replace: return J
with: return J.tolist()
points: 3
finding: array-type
"""
