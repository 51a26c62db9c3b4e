"""The cache of one layer.

base: accepted/closed_formulas.py
replace: 2 * n_layers * t * d_model * batch
with: 2 * t * d_model * batch
points: 2.25
finding: cache-of-one-layer
"""
