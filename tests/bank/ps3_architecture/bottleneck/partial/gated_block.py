"""Counts a gated feed-forward block, which has three products.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: (2 + 1.5 * ffn_mult) * d_model
points: 2
finding: feed-forward-three-products
"""
