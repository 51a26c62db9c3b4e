"""The sign of the loss, and no mask.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = 2 * (y - f["y_hat"])
replace: dZ = np.outer(g, w_2) * (Z > 0)
with: dZ = np.outer(g, w_2)
finding: explained
finding: sign-reversed
"""
