"""Squares the error still, in the derivative of the square.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = -2 * (y - f["y_hat"]) ** 2
points: 5
finding: square-of-error
"""
