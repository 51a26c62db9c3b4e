"""Two of the three matrices, and a weight for each token.

base: accepted/formulas.py
replace: 3 * d * d
with: 2 * d * d
replace: "attention_weights": n * n
with: "attention_weights": n
points: 1.25
finding: two-of-three-matrices
finding: one-weight-for-each-token
"""
