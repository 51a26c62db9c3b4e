"""Adds the token.

base: accepted/concatenate.py
replace: return (a[:, None] * V_new).sum(axis=0), K_new, V_new
with: return x + (a[:, None] * V_new).sum(axis=0), K_new, V_new
points: 4
finding: residual-added
"""
