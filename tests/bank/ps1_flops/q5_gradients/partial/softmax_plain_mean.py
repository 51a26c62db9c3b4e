"""Centres with an unweighted mean.

base: accepted/matrix_form.py
replace: dS = A * (dA - (A * dA).sum(axis=1, keepdims=True))
with: dS = A * (dA - dA.mean(axis=1, keepdims=True))
points: 6
finding: softmax-mean-unweighted
"""
