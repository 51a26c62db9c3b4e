"""Masks by the sign of the gradient.

base: accepted/matrix_form.py
replace: dZ = np.outer(g, w_2) * (Z > 0)
with: dZ = np.maximum(np.outer(g, w_2), 0)
points: 5
finding: explained
finding: relu-mask-of-gradient
"""
