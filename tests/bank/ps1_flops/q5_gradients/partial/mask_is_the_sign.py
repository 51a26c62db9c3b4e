"""Multiplies with −1 where Z is negative.

base: accepted/matrix_form.py
replace: dZ = np.outer(g, w_2) * (Z > 0)
with: dZ = np.outer(g, w_2) * np.sign(Z)
points: 5
finding: explained
finding: relu-slope-minus-one
"""
