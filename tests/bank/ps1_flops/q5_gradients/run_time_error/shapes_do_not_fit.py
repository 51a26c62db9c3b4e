"""Multiplies matrices whose shapes don't fit.

base: accepted/matrix_form.py
replace: dV_tilde = dZ @ W_1
with: dV_tilde = dZ @ W_1.T
finding: W_q: raised(ValueError)
"""
