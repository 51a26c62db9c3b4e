"""Biases of queries, keys and values for each token.

base: accepted/as_asked.py
replace: 3 * d - 3,
with: 3 * n * d - 3,
points: 1.75
finding: biases-for-each-token
"""
