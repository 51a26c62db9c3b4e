"""The sign of the loss, and dS not transposed for the keys.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = 2 * (y - f["y_hat"])
replace: dK = dS.T @ Q
with: dK = dS @ Q
finding: explained
finding: sign-reversed
"""
