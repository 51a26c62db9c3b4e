"""A copy of the weights for each token; a bias for each token.

base: accepted/formulas.py
replace: 3 * d * d
with: 3 * n * d * d
replace: "dense_biases": n * d
with: "dense_biases": n
points: 1.25
finding: weights-for-each-token
finding: bias-for-each-token-only
"""
