"""Divides by the root of the wrong size.

base: accepted/matrix_form.py
replace: dS = dS / np.sqrt(W_q.shape[0])
with: dS = dS / np.sqrt(X.shape[1])
points: 6
finding: scale-of-d-in
"""
