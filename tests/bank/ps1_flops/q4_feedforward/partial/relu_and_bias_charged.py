"""ReLU and a bias together look like the last product, twice.

base: accepted/closed_formula.py
replace: (d_out + 1)
with: (d_out + 2)
points: 1.5
finding: ReLU and a bias of W_1 are charged; ReLU is free (P5), and there is no bias; or the product with w_2 — counted twice
"""
