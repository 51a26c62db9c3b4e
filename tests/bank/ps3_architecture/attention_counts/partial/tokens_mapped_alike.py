"""A dense layer that maps each token on its own.

base: accepted/formulas.py
replace: "dense_weights": n * n * d * d,
with: "dense_weights": d * d,
replace: "dense_biases": n * d,
with: "dense_biases": d,
points: 1.25
finding: tokenwise-layer
finding: bias-for-each-component-only
"""
