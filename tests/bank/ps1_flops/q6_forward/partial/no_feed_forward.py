"""Forgets a block: a quarter.

base: accepted/three_parts.py
replace: 2 * seq_len * d_hidden * (d_out + 1)
with: 0
points: 1.5
finding: missing(the product with W_1)
finding: missing(the product with w_2)
"""
