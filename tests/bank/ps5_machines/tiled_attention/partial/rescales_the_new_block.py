"""Multiplies the new tile with the factor.

base: accepted/columns_kept.py
replace: l = c * l + p.sum(axis=1, keepdims=True)
with: l = l + c * p.sum(axis=1, keepdims=True)
replace: o = c * o + p @ V[first:last]
with: o = o + c * (p @ V[first:last])
points: 2
finding: rescaled-by-new-block
"""
