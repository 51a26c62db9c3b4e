"""Attention in one layer.

base: accepted/closed_formulas.py
replace: 12 * n_layers * n * d_model
with: 12 * n * d_model
points: 2.25
finding: pairs-of-one-layer
"""
