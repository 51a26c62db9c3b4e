"""No factor 2, and A instead of Aᵀ.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = f["y_hat"] - y
replace: dV = A.T @ dV_tilde
with: dV = A @ dV_tilde
points: 2.5
finding: explained
finding: factor-two-missing
finding: dv-by-a
"""
