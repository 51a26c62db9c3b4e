"""Counts biases.

base: accepted/formulas.py
replace: 4 * d * n_heads * d_head
with: 4 * d * n_heads * d_head + 3 * n_heads * d_head + d
points: 3.75
finding: biases
"""
