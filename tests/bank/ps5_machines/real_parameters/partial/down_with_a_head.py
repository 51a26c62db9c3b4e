"""A slip: the down map reads the heads as well.

points: 3.75
finding: down: terms-of-line
base: accepted/closed_forms.py
replace: "down": n_layers * ff
with: "down": n_layers * (ff + d_head)
"""
