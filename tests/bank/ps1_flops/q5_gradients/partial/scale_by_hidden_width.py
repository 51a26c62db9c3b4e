"""Divides by √d_hidden: another number in each layer.

base: accepted/matrix_form.py
replace: np.sqrt(W_q.shape[0])
with: np.sqrt(len(W_1))
points: 6
finding: factors-of-arrays
"""
