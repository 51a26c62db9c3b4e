"""Six FLOPs for a weight and token.

points: 3.25
finding: forward-and-backward
base: accepted/formulas.py
replace: per_token = 4
with: per_token = 6
"""
