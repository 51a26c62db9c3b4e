"""Centres with an unweighted sum.

base: accepted/matrix_form.py
replace: dS = A * (dA - (A * dA).sum(axis=1, keepdims=True))
with: dS = A * (dA - dA.sum(axis=1, keepdims=True))
points: 6
finding: softmax-sum-unweighted
"""
