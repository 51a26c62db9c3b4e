"""Differentiates the square without its factor 2.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = f["y_hat"] - y
points: 8
finding: W_q: the square gives a factor 2
finding: w_2: the square gives a factor 2
"""
