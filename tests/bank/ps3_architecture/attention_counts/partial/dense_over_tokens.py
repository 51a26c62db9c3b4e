"""A dense layer over positions.

base: accepted/formulas.py
replace: "dense_weights": n * n * d * d,
with: "dense_weights": n * n * d,
points: 1.5
finding: d-weights-for-each-pair
"""
