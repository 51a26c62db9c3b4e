"""One layer of latents.

base: accepted/two_kinds.py
replace: n * n_layers * per
with: n * per
points: 2.5
finding: one-layer
"""
