"""Sends the gradient of the values through A instead of its transpose.

base: accepted/matrix_form.py
replace: dV = A.T @ dV_tilde
with: dV = A @ dV_tilde
points: 8
finding: dv-by-a
"""
