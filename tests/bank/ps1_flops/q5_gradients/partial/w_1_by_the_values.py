"""Multiplies with V, which comes before the attention.

base: accepted/matrix_form.py
replace: dW_1 = dZ.T @ V_tilde
with: dW_1 = dZ.T @ V
points: 8
finding: w1-times-v
"""
