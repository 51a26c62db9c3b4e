"""The token in the place of its key.

base: accepted/concatenate.py
replace: np.dot(params["W_k"], x)[None
with: x[None
points: 4
finding: key-missing
"""
