"""Charges three operations for each score.

base: accepted/formulas.py
replace: + 4 * n**2 * n_heads * d_head
with: + 4 * n**2 * n_heads * d_head + 3 * n_heads * n**2
points: 3.25
finding: softmax-charged(3)
"""
