"""One turned piece of key for all layers.

points: 2.5
finding: rope-part-once
base: accepted/two_kinds.py
replace: n * n_layers * per_token
with: n * (n_layers * d_latent + d_rope)
"""
