"""Keys by queries instead of queries by keys.

base: accepted/matrix_form.py
replace: dA = dV_tilde @ V.T
with: dA = V @ dV_tilde.T
points: 8
finding: dA is transposed: dA = dṼ Vᵀ, a row for each query; this explains every difference and costs one array's share
"""
