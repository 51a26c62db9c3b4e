"""No norm after the last layer, in either.

points: 3.5
finding: norms: last-norm-forgotten
finding: last-norm-forgotten
base: accepted/closed_forms.py
replace: (2 * n_layers + 1) * d_model
with: 2 * n_layers * d_model
replace: + layers + 2 * d_model
with: + layers
"""
