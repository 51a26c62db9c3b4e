"""Ṽ in place of V.

base: accepted/matrix_form.py
replace: dA = dV_tilde @ V.T
with: dA = dV_tilde @ V_tilde.T
points: 8
finding: dA = dṼ Vᵀ: what A multiplies is V, not Ṽ; this explains every difference and costs one array's share
"""
