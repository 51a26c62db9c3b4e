"""One inner sum for all rows.

base: accepted/matrix_form.py
replace: dS = A * (dA - (A * dA).sum(axis=1, keepdims=True))
with: dS = A * (dA - (A * dA).sum())
points: 6
finding: softmax-sum-of-all
"""
