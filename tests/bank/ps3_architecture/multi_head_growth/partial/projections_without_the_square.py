"""Projections that grow with the width, not with its square.

base: accepted/as_asked.py
replace: n_t * d_model**2 + n_s * d_model**2 + n_t * n_s * d_model
with: (n_t + n_s + n_t * n_s) * d_model
points: 1
finding: projections-missing
"""
