"""Divides in each tile, and takes the mean of tiles.

base: accepted/columns_kept.py
replace: l = c * l + p.sum(axis=1, keepdims=True)
with: l = l + 1
replace: o = c * o + p @ V[first:last]
with: o = o + p @ V[first:last] / p.sum(axis=1, keepdims=True)
points: 2
finding: normalised-each-block
"""
