"""One norm in a layer, in either.

points: 3.5
finding: one-norm-per-layer
base: accepted/closed_forms.py
replace: (2 * n_layers + 1)
with: (n_layers + 1)
replace: norms = 4 *
with: norms = 2 *
"""
