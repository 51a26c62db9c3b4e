"""Leaves eps out.

base: accepted/in_one_expression.py
replace:  + eps)
with: )
points: 1.5
finding: eps-missing
"""
