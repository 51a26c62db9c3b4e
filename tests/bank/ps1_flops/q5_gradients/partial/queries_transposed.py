"""Transposes dS for the queries too.

base: accepted/matrix_form.py
replace: dQ = dS @ K
with: dQ = dS.T @ K
points: 8
finding: W_q: dS is transposed for the queries: dQ = dS K, not dSᵀ K
"""
