"""Leaves the FLOPs open.

base: accepted/formulas.py
replace: return 8 * n * d * n_heads * d_head + 4 * n**2 * n_heads * d_head
with: raise NotImplementedError
points: 1
finding: not-answered
"""
