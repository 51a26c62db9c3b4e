"""Takes w_2 for a matrix with d_out columns.

base: accepted/one_formula_per_line.py
replace: "dyhat": L,
with: "dyhat": L * o,
replace: "dw2": 2 * h * L,
with: "dw2": 2 * h * L * o,
replace: "dH": L * h,
with: "dH": 2 * L * h * o,
points: 4.75
finding: w2-as-matrix
"""
