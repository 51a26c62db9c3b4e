"""Charges the residual connection.

base: accepted/formulas.py
replace: + 4 * n**2 * n_heads * d_head
with: + 4 * n**2 * n_heads * d_head + n * d
points: 3.25
finding: a residual connection or a bias of W_o is charged
"""
