"""Scores divided by √U.

base: accepted/einsum.py
replace: "kabu,kxyu->kabxy", q, key)
with: "kabu,kxyu->kabxy", q, key) / np.sqrt(W_Q.shape[1])
points: 3
finding: divided-by-root-u
"""
