"""Adds a residual connection.

base: accepted/closed_formula.py
replace: (d_out + 1)
with: (d_out + 1) + seq_len * d_out
points: 1.5
finding: residual-or-bias-charged
"""
