"""Lets the gradient pass where ReLU is off.

base: accepted/matrix_form.py
replace: dZ = np.outer(g, w_2) * (Z > 0)
with: dZ = np.outer(g, w_2)
points: 5
finding: relu-mask-missing
"""
