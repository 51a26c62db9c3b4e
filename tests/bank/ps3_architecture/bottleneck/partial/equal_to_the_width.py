"""L = D.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: d_model
points: 1
finding: quadratic-from-the-start
"""
