"""Forgets keepdims: numpy subtracts the sum of each row from a column.

base: accepted/matrix_form.py
replace: dS = A * (dA - (A * dA).sum(axis=1, keepdims=True))
with: dS = A * (dA - (A * dA).sum(axis=1))
points: 6
finding: softmax-sum-across
"""
