"""The biases of one head, the features' biases of the dense layer.

base: accepted/as_asked.py
replace: 3 * d - 3,
with: 3 * d // n_heads - 3,
replace: n * (d - n)
with: d - n**2
points: 1.5
finding: biases-of-a-head
finding: bias-for-each-feature-only
"""
