"""Differentiates the square without its factor 2.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = f["y_hat"] - y
points: 7.5
finding: factor-two-missing
"""
