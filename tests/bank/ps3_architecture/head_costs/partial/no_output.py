"""Forgets W_o in both: charged once.

base: accepted/formulas.py
replace: 4 * d * n_heads * d_head
with: 3 * d * n_heads * d_head
replace: 8 * n * d * n_heads * d_head
with: 6 * n * d * n_heads * d_head
points: 3.5
finding: output-projection-missing
finding: accepted
"""
