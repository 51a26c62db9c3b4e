"""Charges residual connections.

points: 3.75
finding: residuals-charged
base: partial/biases.py
replace: return 2 * n * weights(d_model, n_layers, d_ff) + 4 * n_layers * n**2 * d_model + n * (n_layers * (5 * d_model + d_ff))
with: return 2 * n * weights(d_model, n_layers, d_ff) + 4 * n_layers * n**2 * d_model + n * (2 * n_layers * d_model)
replace: return 2 * n * weights(d_model, n_layers, d_ff) + 2 * n_layers * n * (n + 1) * d_model + n * (n_layers * (5 * d_model + d_ff))
with: return 2 * n * weights(d_model, n_layers, d_ff) + 2 * n_layers * n * (n + 1) * d_model + n * (2 * n_layers * d_model)
replace: return 2 * weights(d_model, n_layers, d_ff) + 4 * n_layers * t * d_model + n_layers * (5 * d_model + d_ff)
with: return 2 * weights(d_model, n_layers, d_ff) + 4 * n_layers * t * d_model + 2 * n_layers * d_model
"""
