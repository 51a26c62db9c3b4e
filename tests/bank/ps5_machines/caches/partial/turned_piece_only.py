"""Forgets the latent.

base: accepted/two_kinds.py
replace: d_latent + d_rope
with: d_rope
points: 2.5
finding: latent-forgotten
"""
