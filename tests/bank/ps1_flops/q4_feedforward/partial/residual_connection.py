"""Adds a residual connection.

base: accepted/closed_formula.py
replace: (d_out + 1)
with: (d_out + 1) + seq_len * d_out
points: 1.5
finding: a residual connection, or a bias as long as its rows, is charged; this block has neither
"""
