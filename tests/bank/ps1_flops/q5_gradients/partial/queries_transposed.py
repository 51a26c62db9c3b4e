"""Transposes dS for the queries too.

base: accepted/matrix_form.py
replace: dQ = dS @ K
with: dQ = dS.T @ K
points: 8
finding: dq-by-ds-transposed
"""
