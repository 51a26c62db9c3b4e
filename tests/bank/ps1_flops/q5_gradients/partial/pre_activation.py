"""Multiplies with the hidden layer before ReLU.

base: accepted/matrix_form.py
replace: dw_2 = H.T @ g
with: dw_2 = Z.T @ g
points: 8
finding: w2-times-z
"""
