"""Forgets W_o in both: charged once.

base: accepted/formulas.py
replace: 4 * d * n_heads * d_head
with: 3 * d * n_heads * d_head
replace: 8 * n * d * n_heads * d_head
with: 6 * n * d * n_heads * d_head
points: 3
finding: three matrices are counted; W_o, which maps the heads' outputs back to width D, is the fourth
finding: right, given your head_weights
"""
