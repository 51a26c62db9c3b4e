"""No factor 2, and A instead of Aᵀ.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = f["y_hat"] - y
replace: dV = A.T @ dV_tilde
with: dV = A @ dV_tilde
points: 6
finding: these two explain every difference and cost one array's share each
finding: W_q: the square gives a factor 2, which is missing: 5 tokens
finding: through Aᵀ, not A
"""
