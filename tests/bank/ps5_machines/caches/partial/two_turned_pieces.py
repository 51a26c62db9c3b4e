"""A turned piece for the value, too.

points: 2.5
finding: rope-part-twice
base: accepted/two_kinds.py
replace: d_latent + d_rope
with: d_latent + 2 * d_rope
"""
