"""The transposes are mixed up: dQ = dS K and dK = dSᵀ Q.

base: accepted/matrix_form.py
replace: dS @ K
with: dS.T @ K
replace: dS.T @ Q
with: dS @ Q
points: 6
finding: transposes-mixed-up
"""
