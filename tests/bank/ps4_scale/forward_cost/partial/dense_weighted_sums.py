"""The mask holds for the scores only.

points: 3.25
finding: mask-on-one-product
base: partial/causal_of_the_last.py
replace: return 2 * weights(d_model, n_layers, d_ff) + 4 * n_layers * n * d_model
with: return 2 * n * weights(d_model, n_layers, d_ff) + n_layers * n * (n + 1) * d_model + 2 * n_layers * n**2 * d_model
"""
