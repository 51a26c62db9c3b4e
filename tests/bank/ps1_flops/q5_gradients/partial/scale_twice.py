"""Applies the scale to the scores' gradient, and again to those of queries and keys.

base: accepted/matrix_form.py
replace: dQ = dS @ K
with: dQ = dS @ K / np.sqrt(W_q.shape[0])
replace: dK = dS.T @ Q
with: dK = dS.T @ Q / np.sqrt(W_q.shape[0])
points: 6
finding: scale-twice
"""
