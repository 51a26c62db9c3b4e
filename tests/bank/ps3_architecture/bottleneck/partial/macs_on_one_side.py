"""Counts the attention products in FLOPs, the others in multiply–accumulates.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: (2 + ffn_mult) * d_model / 2
points: 2
finding: half-the-length
"""
