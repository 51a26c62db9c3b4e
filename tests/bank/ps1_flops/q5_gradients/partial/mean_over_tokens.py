"""Takes the loss for a mean.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = 2 * (f["y_hat"] - y) / len(y)
points: 7.5
finding: mean-loss
"""
