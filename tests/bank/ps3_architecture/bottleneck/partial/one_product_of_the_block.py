"""Counts one product of the feed-forward block.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: 2 * d_model + ffn_mult * d_model / 2
points: 2
finding: feed-forward-one-product
"""
