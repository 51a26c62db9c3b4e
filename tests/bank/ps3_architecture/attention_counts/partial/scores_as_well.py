"""Counts the scores before the softmax beside A.

base: accepted/formulas.py
replace: n * n,
with: 2 * n * n,
points: 1.5
finding: second-matrix
"""
