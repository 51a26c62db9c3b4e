"""A vector of weights for each pair.

base: accepted/formulas.py
replace: n * n,
with: n * n * d,
points: 1.5
finding: weight-is-a-vector
"""
