"""Takes the derivative of |y − ŷ|, twice.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = 2 * np.sign(f["y_hat"] - y)
points: 5
finding: explained
finding: sign-of-error-only
"""
