"""Sums down the columns, as if the softmax normalised those.

base: accepted/matrix_form.py
replace: dS = A * (dA - (A * dA).sum(axis=1, keepdims=True))
with: dS = A * (dA - (A * dA).sum(axis=0))
points: 6
finding: softmax-sum-down-the-column
"""
