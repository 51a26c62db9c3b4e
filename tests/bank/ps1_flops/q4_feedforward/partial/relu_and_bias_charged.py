"""ReLU and a bias together look like the last product, twice.

base: accepted/closed_formula.py
replace: (d_out + 1)
with: (d_out + 2)
points: 1.5
finding: one-of(relu-and-bias-charged or counted-twice(the product with w_2))
finding: relu-and-bias-charged
"""
