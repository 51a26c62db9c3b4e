"""Adds its square.

base: accepted/in_one_expression.py
replace:  + eps)
with:  + eps**2)
points: 1.5
finding: eps-squared
"""
