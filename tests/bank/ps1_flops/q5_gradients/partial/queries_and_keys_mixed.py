"""Multiplies with Q for the queries and with K for the keys.

base: accepted/matrix_form.py
replace: dQ = dS @ K
with: dQ = dS @ Q
replace: dK = dS.T @ Q
with: dK = dS.T @ K
points: 6
finding: q-and-k-mixed-up
"""
