"""A window in every layer beside.

base: accepted/two_kinds.py
replace: local * min(n
with: n_layers * min(n
points: 2
finding: window-in-every-layer
"""
