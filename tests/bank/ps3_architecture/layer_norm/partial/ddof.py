"""Divides the sum of squares by d − 1.

base: accepted/in_one_expression.py
replace: x.var(axis=-1, keepdims=True)
with: x.var(axis=-1, keepdims=True, ddof=1)
points: 2.25
finding: variance-by-d-minus-1
"""
