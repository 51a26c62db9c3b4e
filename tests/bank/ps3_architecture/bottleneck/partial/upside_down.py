"""Divides by 2 + f.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: d_model / (2 + ffn_mult)
points: 2
finding: divided-by-two-plus-f
"""
