"""Adds its own value with weight 1.

base: accepted/concatenate.py
replace: return (a[:, None] * V_new).sum(axis=0), K_new, V_new
with: return a[:-1] @ V_cache + V_new[-1], K_new, V_new
points: 4
finding: own-value-with-weight-one
"""
