"""Looks back only, in all three.

points: 3.25
finding: causal-pairs
base: partial/causal_of_the_last.py
replace: return 2 * n * weights(d_model, n_layers, d_ff) + 4 * n_layers * n**2 * d_model
with: return 2 * n * weights(d_model, n_layers, d_ff) + 2 * n_layers * n * (n + 1) * d_model
replace: return 2 * weights(d_model, n_layers, d_ff) + 4 * n_layers * n * d_model
with: return 2 * n * weights(d_model, n_layers, d_ff) + 2 * n_layers * n * (n + 1) * d_model
"""
