"""Forgets gamma.

base: accepted/in_one_expression.py
replace: gamma * (x - mu)
with: (x - mu)
points: 1.5
finding: gamma-missing
"""
