"""Divides by d_attn instead of its root.

base: accepted/matrix_form.py
replace: dS = dS / np.sqrt(W_q.shape[0])
with: dS = dS / W_q.shape[0]
points: 6
finding: scale-twice
"""
