"""An honest other convention: a bias of W_1 and one of w_2.

base: accepted/closed_formula.py
replace: (d_out + 1)
with: (d_out + 1) + seq_len * (d_hidden + 1)
points: 1.5
finding: biases
"""
