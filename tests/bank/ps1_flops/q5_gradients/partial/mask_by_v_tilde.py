"""Masks where Ṽ is positive, and masks dṼ.

base: accepted/matrix_form.py
replace: dZ = np.outer(g, w_2) * (Z > 0)
with: dZ = np.outer(g, w_2)
replace: dV_tilde = dZ @ W_1
with: dV_tilde = (dZ @ W_1) * (V_tilde > 0)
points: 5
finding: relu-mask-of-v-tilde
"""
