"""Multiplies the costs of projections and pairs.

base: accepted/as_asked.py
replace: n_t * d_model**2 + n_s * d_model**2 + n_t * n_s * d_model
with: (n_t + n_s) * d_model**2 * n_t * n_s * d_model
points: 1
finding: costs-multiplied
"""
