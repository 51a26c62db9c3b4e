"""Divides by gamma.

base: accepted/in_one_expression.py
replace: gamma * (x - mu) / np
with: (x - mu) / gamma / np
points: 1.5
finding: gamma-divides
"""
