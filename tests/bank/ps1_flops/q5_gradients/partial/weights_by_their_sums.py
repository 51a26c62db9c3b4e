"""Ṽ in place of V.

base: accepted/matrix_form.py
replace: dA = dV_tilde @ V.T
with: dA = dV_tilde @ V_tilde.T
points: 6
finding: da-by-v-tilde
"""
