"""The loss of the last token only.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = 2 * (f["y_hat"] - y) * (np.arange(len(y)) == len(y) - 1)
points: 5
finding: one-token-only
"""
