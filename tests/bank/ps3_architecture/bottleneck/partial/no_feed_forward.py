"""Leaves the feed-forward block out.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: 2 * d_model
points: 2
finding: feed-forward-missing
"""
