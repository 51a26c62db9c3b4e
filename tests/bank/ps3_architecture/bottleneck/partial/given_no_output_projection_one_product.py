"""Follows from a count without W_o, but the feed-forward block has one product.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: (1.5 + ffn_mult / 2) * d_model
given: multi_head_flops/partial/no_output_projection.py
points: 2
finding: feed-forward-one-product
"""
