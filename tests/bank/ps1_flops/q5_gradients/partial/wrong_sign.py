"""Takes y − ŷ and forgets the inner minus.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = 2 * (y - f["y_hat"])
points: 5
finding: sign-reversed
"""
