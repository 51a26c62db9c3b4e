"""Lets each token's value act on its own output only.

base: accepted/matrix_form.py
replace: dV = A.T @ dV_tilde
with: dV = np.diag(A)[:, None] * dV_tilde
points: 8
finding: value-of-own-token
"""
