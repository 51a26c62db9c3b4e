"""Two FLOPs for a weight and token.

points: 3.25
finding: forward-hides-it
base: accepted/formulas.py
replace: per_token = 4
with: per_token = 2
"""
