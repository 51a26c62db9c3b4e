"""The output as a matrix of one row.

base: accepted/concatenate.py
replace: return (a[:, None] * V_new).sum(axis=0), K_new, V_new
with: return (a[:, None] * V_new).sum(axis=0, keepdims=True), K_new, V_new
points: 3
finding: reshaped
"""
