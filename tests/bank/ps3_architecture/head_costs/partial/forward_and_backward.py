"""Counts the backward pass as well.

base: accepted/formulas.py
replace: 8 * n * d * n_heads * d_head + 4 * n**2 * n_heads * d_head
with: 12 * n * n_heads * d_head * (2 * d + n)
points: 2.5
finding: with-the-backward-pass
"""
