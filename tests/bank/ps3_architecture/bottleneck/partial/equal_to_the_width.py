"""N = D.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: d_model
points: 2
finding: what matters is when it costs as much as the rest
"""
