"""As many weights as numbers go in.

base: accepted/formulas.py
replace: 3 * d * d
with: 3 * n * d
replace: n * n * d * d
with: n * d
points: 1.25
finding: matrix-of-n-by-d
finding: weight-for-each-output
"""
