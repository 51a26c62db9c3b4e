"""Counts the entries of A.

base: accepted/formulas.py
replace: 4 * d * n_heads * d_head
with: 4 * d * n_heads * d_head + n_heads * n**2
points: 3.5
finding: attention-weights
"""
