"""Takes the loss for a mean.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = 2 * (f["y_hat"] - y) / len(y)
points: 8
finding: mean-loss
"""
