"""Takes f for 4.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: 6 * d_model
points: 2
finding: f-is-four
"""
