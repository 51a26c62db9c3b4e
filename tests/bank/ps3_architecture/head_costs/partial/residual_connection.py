"""Charges the residual connection.

base: accepted/formulas.py
replace: + 4 * n**2 * n_heads * d_head
with: + 4 * n**2 * n_heads * d_head + n * d
points: 3.25
finding: residual-or-bias-charged
"""
