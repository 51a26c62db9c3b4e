"""Gives the dense layer L² biases, as one printed solution does.

base: accepted/formulas.py
replace: "dense_biases": n * d,
with: "dense_biases": n * n,
points: 1.5
finding: bias-for-each-pair
"""
