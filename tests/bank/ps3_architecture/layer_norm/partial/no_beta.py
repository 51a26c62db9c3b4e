"""Forgets beta.

base: accepted/in_one_expression.py
replace:  + eps) + beta
with:  + eps)
points: 1.5
finding: beta-missing
"""
