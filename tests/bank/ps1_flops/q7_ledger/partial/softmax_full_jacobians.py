"""Forms the Jacobian of every row by a full subtraction.

base: accepted/one_formula_per_line.py
replace: "softmax": 4 * L * L,
with: "softmax": 4 * L**3,
points: 5.5
finding: full-jacobian-per-row
"""
