"""No mask, and the diagonal of the Jacobian alone.

base: accepted/matrix_form.py
replace: dZ = np.outer(g, w_2) * (Z > 0)
with: dZ = np.outer(g, w_2)
replace: dS = A * (dA - (A * dA).sum(axis=1, keepdims=True))
with: dS = A * (1 - A) * dA
points: 2
finding: explained
finding: relu-mask-missing
"""
