"""Stops after the first term of the softmax's derivative.

base: accepted/matrix_form.py
replace: dS = A * (dA - (A * dA).sum(axis=1, keepdims=True))
with: dS = A * dA
points: 8
finding: the first term of the softmax's derivative: its inner sum is missing; this explains every difference and costs one array's share
"""
