"""Multiplies with what comes out of ReLU.

base: accepted/matrix_form.py
replace: dZ = np.outer(g, w_2) * (Z > 0)
with: dZ = np.outer(g, w_2) * H
points: 5
finding: explained
finding: relu-slope-is-h
"""
