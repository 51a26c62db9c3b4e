"""Scales the gradient of the queries alone.

base: accepted/matrix_form.py
replace: dS = dS / np.sqrt(W_q.shape[0])
with: 
replace: dQ = dS @ K
with: dQ = dS @ K / np.sqrt(W_q.shape[0])
points: 8
finding: scale-missing
"""
