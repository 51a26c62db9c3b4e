"""The projections of one token.

base: accepted/as_asked.py
replace: n_t * d_model**2 + n_s * d_model**2 + n_t * n_s * d_model
with: d_model**2 + n_t * n_s * d_model
points: 1
finding: projections-of-one-token
"""
