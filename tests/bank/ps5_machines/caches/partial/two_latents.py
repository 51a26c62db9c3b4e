"""A latent for keys and one for values.

base: accepted/two_kinds.py
replace: per_token = d_latent
with: per_token = 2 * d_latent
points: 2.5
finding: latent-for-keys-and-values
"""
