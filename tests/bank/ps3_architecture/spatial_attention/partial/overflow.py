"""Exponentials of the scores as they are.

base: accepted/einsum.py
replace: scores = scores - scores.max(axis=(3, 4), keepdims=True)
with: pass
points: 3.25
finding: overflow
"""
