"""Forgets the turned piece.

base: accepted/two_kinds.py
replace: d_latent + d_rope
with: d_latent
points: 2.5
finding: rope-part-forgotten
"""
