"""Takes the mean of all errors for each.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = 2 * np.mean(f["y_hat"] - y) * np.ones(len(y))
points: 5
finding: mean-of-errors
"""
