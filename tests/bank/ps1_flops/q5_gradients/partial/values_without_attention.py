"""Forgets that attention lies between the values and Ṽ.

base: accepted/matrix_form.py
replace: dV = A.T @ dV_tilde
with: dV = dV_tilde
points: 8
finding: dv-without-a
"""
