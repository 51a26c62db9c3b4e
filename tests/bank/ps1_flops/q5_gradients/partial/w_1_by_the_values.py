"""Multiplies with V, which comes before the attention.

base: accepted/matrix_form.py
replace: dW_1 = dZ.T @ V_tilde
with: dW_1 = dZ.T @ V
points: 8
finding: W_1: dW_1 = dZᵀ Ṽ: what W_1 multiplies is Ṽ, not V
"""
