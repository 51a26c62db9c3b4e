"""Divides by d − 1.

base: accepted/in_three_means.py
replace: x.var(axis=1, keepdims=True)
with: x.var(axis=1, keepdims=True, ddof=1)
points: 3
finding: variance-by-d-minus-1
"""
