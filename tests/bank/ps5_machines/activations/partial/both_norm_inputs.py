"""Keeps what both norms read of every layer, where only its input is kept.

base: accepted/lines.py
replace: (n_layers - 1) * n * d_model
with: 2 * (n_layers - 1) * n * d_model
points: 4.25
finding: both-norm-inputs
"""
