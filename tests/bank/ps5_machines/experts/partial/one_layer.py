"""A slip: the layers are forgotten in the total.

points: 2.5
finding: size-ignored(n_layers)
base: accepted/closed_forms.py
replace: return n_layers * (attention + experts
with: return (attention + experts
"""
