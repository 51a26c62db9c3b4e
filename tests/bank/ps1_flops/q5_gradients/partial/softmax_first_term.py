"""Stops after the first term of the softmax's derivative.

base: accepted/matrix_form.py
replace: dS = A * (dA - (A * dA).sum(axis=1, keepdims=True))
with: dS = A * dA
points: 6
finding: explained
finding: softmax-inner-sum-missing
"""
