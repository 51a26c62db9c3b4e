"""Forms the Jacobian of every row; the diagonal costs L subtractions.

base: accepted/one_formula_per_line.py
replace: "softmax": 4 * L * L,
with: "softmax": 3 * L**3 + L**2,
points: 5.5
finding: jacobian-per-row
"""
