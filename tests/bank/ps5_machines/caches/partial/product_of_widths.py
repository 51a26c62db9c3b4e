"""Multiplies the widths.

base: accepted/two_kinds.py
replace: d_latent + d_rope
with: d_latent * d_rope
points: 2
finding: a small model: numbers-differ
"""
