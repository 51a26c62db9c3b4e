"""Compares with the feed-forward block alone.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: ffn_mult * d_model
points: 2
finding: projections-missing
"""
