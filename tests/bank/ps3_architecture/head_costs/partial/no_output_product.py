"""Forgets W_o in the FLOPs alone.

base: accepted/formulas.py
replace: 8 * n * d * n_heads * d_head
with: 6 * n * d * n_heads * d_head
points: 2.5
finding: output-projection-missing
"""
