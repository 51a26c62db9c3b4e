"""Exchanges the two.

base: accepted/closed_formula.py
replace: {"short": "projections", "long": "scores and sums"}
with: {"long": "projections", "short": "scores and sums"}
points: 2
finding: which is larger where N is large?
finding: which is larger where N is small?
"""
