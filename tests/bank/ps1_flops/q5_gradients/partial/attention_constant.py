"""Treats the attention weights as constants.

base: accepted/matrix_form.py
replace: dQ = dS @ K
with: dQ = np.zeros_like(Q)
replace: dK = dS.T @ Q
with: dK = np.zeros_like(K)
points: 6
finding: constant(0)
"""
