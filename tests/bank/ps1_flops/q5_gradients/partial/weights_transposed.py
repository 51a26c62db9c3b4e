"""Keys by queries instead of queries by keys.

base: accepted/matrix_form.py
replace: dA = dV_tilde @ V.T
with: dA = V @ dV_tilde.T
points: 6
finding: da-transposed
"""
