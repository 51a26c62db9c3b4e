"""Passes the gradient through the softmax unchanged.

base: accepted/matrix_form.py
replace: dS = A * (dA - (A * dA).sum(axis=1, keepdims=True))
with: dS = dA.copy()
points: 6
finding: softmax-derivative-missing
"""
