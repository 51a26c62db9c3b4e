"""Takes f for 4, and the softmax for the bottleneck of long texts: the slip costs half as before.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: 6 * d_model
replace: "scores and sums"
with: "softmax"
points: 1.5
finding: f-is-four
finding: long: comments
"""
