"""Takes a root.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: (2 + ffn_mult) ** 0.5 * d_model
points: 2
finding: root-of-two-plus-f
"""
