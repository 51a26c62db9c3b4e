"""Divides by √d_out.

base: accepted/matrix_form.py
replace: np.sqrt(W_q.shape[0])
with: np.sqrt(V.shape[1])
points: 6
finding: scale-of-d-out
"""
