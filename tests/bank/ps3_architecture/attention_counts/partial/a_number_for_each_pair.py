"""The dense layer joins tokens, a number for each pair.

base: accepted/formulas.py
replace: n * n * d * d
with: n * n
replace: "dense_biases": n * d
with: "dense_biases": n * n * d * d
points: 1.8
finding: D² of them for a pair of tokens, not one
finding: this is a bias for each weight
"""
