"""Takes f for the width of the hidden layer.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: 2 * d_model + ffn_mult
points: 2
finding: hidden-width-f
"""
