"""The second map of the block goes from the hidden layer to one as wide.

base: accepted/closed_formula.py
replace: 2 * d_model * d_ff
with: d_model * d_ff + d_ff**2
points: 1.5
finding: map-within-hidden-layer
"""
