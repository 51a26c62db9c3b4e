"""Counts the seven maps of one layer, and all norms: three of seven lines are charged.

points: 2.75
finding: one-layer
base: accepted/closed_forms.py
replace: ff = d_model * d_ff
with: ff, layers, n_layers = d_model * d_ff, n_layers, 1
replace: (2 * n_layers + 1)
with: (2 * layers + 1)
"""
