"""Squares f.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: (2 + ffn_mult**2) * d_model
points: 2
finding: hidden-layer-squared
"""
