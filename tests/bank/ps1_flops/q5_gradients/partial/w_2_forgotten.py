"""Lets the gradient of the output through to H without w_2.

base: accepted/matrix_form.py
replace: dZ = np.outer(g, w_2) * (Z > 0)
with: dZ = g[:, None] * (Z > 0)
points: 5
finding: dh-without-w2
"""
