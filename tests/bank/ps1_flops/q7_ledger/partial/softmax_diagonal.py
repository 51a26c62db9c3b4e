"""Uses only the diagonal of the softmax's Jacobian.

base: accepted/one_formula_per_line.py
replace: "softmax": 4 * L * L,
with: "softmax": 3 * L * L,
points: 5.5
finding: three-l-squared
"""
