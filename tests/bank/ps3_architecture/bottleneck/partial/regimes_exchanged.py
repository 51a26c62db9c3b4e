"""Exchanges the two.

base: accepted/closed_formula.py
replace: {"short": "projections", "long": "scores and sums"}
with: {"long": "projections", "short": "scores and sums"}
points: 2
finding: long: comments
finding: short: comments
"""
